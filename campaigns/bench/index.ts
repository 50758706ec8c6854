import { parseArgs } from 'node:util'

const usage = `npm run bench -- NAME [--count N[,N…]]   measures Till against other libraries; a JSON line last
  catalog    refresh, search and memory with N products (default 5000,50000,500000); with 50,000 also start and
             fast scrolling, if there is a Chromium or Chrome
  queue      sells for cash to N customers in two hours with power cuts and two without (default 100)
  recovery   resumes N open purchases (default 10000)
  rpc        counts the requests to each node, from Pay to delivered, for one purchase and for N at once, with
             blocks of 1, 2 and 12 s (default 20, which is also the most); also for one that another wallet pays
  sales      serves N customers at one counter within an hour (default 48)
  vault      compares N signatures in the vault's process with viem, and confirming and unlocking (default 400)`

type Bench = (counts: readonly number[]) => Promise<object & { readonly ok: boolean }>

/** Each is loaded alone, so that the modules of the others do not count in its memory. */
const benches: Readonly<Record<string, Bench>> = {
  async catalog(counts) {
    const { benchCatalog } = await import('./catalog/index.ts')
    return benchCatalog(counts.length === 0 ? [5_000, 50_000, 500_000] : counts)
  },
  queue: async ([count = 100]) => (await import('./queue.ts')).benchQueue(count),
  recovery: async ([count = 10_000]) => (await import('./recovery.ts')).benchRecovery(count),
  rpc: async ([many = 20]) => (await import('./rpc/index.ts')).benchRpc(Math.min(many, 20)),
  sales: async ([count = 48]) => (await import('./sales.ts')).benchSales(count, Math.min(count, 42)),
  vault: async ([count = 400]) => (await import('./vault/index.ts')).benchVault(count),
}

/** Rounds figures for a reader: large ones to whole numbers, small ones and ratios to a hundredth. */
function rounded(figures: object): object {
  const digits = (value: number): number => (value < 10 ? 100 : value < 100 ? 10 : 1)
  const short = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Math.round(value * digits(value)) / digits(value) : value
  return JSON.parse(JSON.stringify(figures, short)) as object
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '' }, help: { type: 'boolean', default: false } },
})
const [name = ''] = positionals
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined
const counts = values.count === '' ? [] : values.count.split(',').map(Number)
if (values.help || bench === undefined || counts.some((count) => !Number.isInteger(count) || count < 1)) {
  console.log(usage)
  process.exitCode = values.help ? 0 : 1
} else {
  const figures = await bench(counts)
  console.log(JSON.stringify({ bench: name, ...rounded(figures) }))
  process.exitCode = figures.ok ? 0 : 1
}
