import { readFlags, wholeNumber } from '../arguments.ts'
import { attack } from './attack.ts'
import { openHouse } from './house.ts'

const values = readFlags({
  cases: { type: 'string', default: '1000000' },
  seed: { type: 'string', default: '1' },
  help: { type: 'boolean', default: false },
})

if (values.help) {
  console.log(
    'npm run test:ipc [-- --cases N] [--seed N]   asks main everything a page could, fitting or not; a JSON line last',
  )
} else {
  const house = await openHouse()
  let shown = 0
  const report = await attack(
    house,
    wholeNumber('cases', values.cases),
    wholeNumber('seed', values.seed),
    (finding) => {
      if (shown++ < 10) console.log(finding)
    },
  )
  await house.close()
  console.log(JSON.stringify(report))
  process.exitCode = report.crashes + report.unauthorised + report.leaks === 0 ? 0 : 1
}
