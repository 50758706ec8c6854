import { readFlags, wholeNumber } from '../arguments.ts'

/** Cases add accounts and drafts. A new fixture after this many cases keeps each case as cheap as the first. */
const STRETCH = 25_000

const values = readFlags({
  cases: { type: 'string', default: '1000000' },
  seed: { type: 'string', default: '1' },
  help: { type: 'boolean', default: false },
})

if (values.help) {
  console.log(
    `npm run test:ipc [-- --cases N] [--seed N]   sends main N valid and invalid requests; a JSON line last
                                             (default: --cases 1000000 --seed 1)`,
  )
} else {
  const { attack } = await import('./attack.ts')
  const { openRouterFixture } = await import('./router-fixture.ts')
  const cases = wholeNumber('cases', values.cases)
  const seed = wholeNumber('seed', values.seed)
  let shown = 0
  const report = { requests: 0, cases: 0, crashes: 0, unauthorised: 0, leaks: 0 }
  for (let stretch = 0; report.cases < cases; stretch++) {
    const fixture = await openRouterFixture()
    const found = await attack(fixture, Math.min(STRETCH, cases - report.cases), seed * 1_000 + stretch, (finding) => {
      if (shown++ < 10) console.log(finding)
    })
    await fixture.close()
    report.requests = found.requests
    for (const key of ['cases', 'crashes', 'unauthorised', 'leaks'] as const) report[key] += found[key]
    if (report.cases < cases) console.log(`${report.cases} cases`)
  }
  console.log(JSON.stringify(report))
  process.exitCode = report.crashes + report.unauthorised + report.leaks === 0 ? 0 : 1
}
