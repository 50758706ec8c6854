import { runScript } from './run-script.ts'
import { runEndToEnd } from './testing/end-to-end.ts'

const help = `npm run test:e2e                           runs the end-to-end tests in every window that can open here
npm run test:e2e -- wallet -g 'a name'     runs those whose file and name match
npm run test:e2e -- --project=stand-in     runs one project: chromium, stand-in or electron

Playwright's other flags work too.`

await runScript(help, (args) => Promise.resolve(runEndToEnd(args)))
