import { parseArgs } from 'node:util'

const usage = `npm run bench -- NAME [--count N[,N…]]   measures Till beside its peers; a JSON line last
  catalog    refresh, search and memory with N variants each, 5,000, 50,000 and 500,000 where left out; with
             50,000 also the start and a fling through the shop, where there is a Chromium or Chrome
  queue      two hours of selling for cash to N customers, 100 where left out, with power cuts, and two without
  recovery   takes up N open purchases, 10,000 where left out
  rpc        counts what a purchase, and N at once, ask of each node from Pay to delivered, on chains of 1, 2 and
             12 s blocks, 20 where left out
  sales      serves N customers at one counter within an hour, 48 where left out
  vault      signs N payments in the vault's process beside viem, confirms purchases and unlocks, 400 where left out`

type Bench = (counts: readonly number[]) => Promise<object & { readonly ok: boolean }>

/** Each is loaded alone, so that no other's modules are in the memory that it measures. */
const benches: Readonly<Record<string, Bench>> = {
  async catalog(counts) {
    const { benchCatalog } = await import('./catalog/index.ts')
    return benchCatalog(counts.length === 0 ? [5_000, 50_000, 500_000] : counts)
  },
  queue: async ([count = 100]) => (await import('./queue.ts')).benchQueue(count),
  recovery: async ([count = 10_000]) => (await import('./recovery.ts')).benchRecovery(count),
  rpc: async ([many = 20]) => (await import('./rpc/index.ts')).benchRpc(Math.min(many, 20)),
  sales: async ([count = 48]) => (await import('./sales.ts')).benchSales(count, Math.min(count, 45)),
  vault: async ([count = 400]) => (await import('./vault/index.ts')).benchVault(count),
}

/** Figures as a person reads them: whole milliseconds, small numbers and ratios to a hundredth. */
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
