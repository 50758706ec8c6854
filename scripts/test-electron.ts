import { runScript } from './run-script.ts'
import { runEndToEnd } from './testing/end-to-end.ts'

const help = `npm run test:electron              runs the end-to-end tests in Electron's own window, where its binary is and can start
npm run test:electron -- wallet    runs those whose file matches; Playwright's flags work too`

await runScript(help, (args) => Promise.resolve(runEndToEnd([...args, '--project=electron'])))
