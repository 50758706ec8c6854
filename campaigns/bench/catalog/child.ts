import { writeCatalog } from '../../../src/main/catalog/refresh/write-catalog.ts'
import { openCatalog } from '../../../src/main/catalog/open-catalog.ts'
import { timed } from './figures.ts'
import type { Jobs } from './job.ts'
import { benchKinds } from './kinds.ts'
import { benchMemory } from './memory.ts'
import { benchFloor, benchFuse, benchMiniSearch } from './peers.ts'
import { benchSearch } from './search.ts'

// The process of one job, which `runJob` starts: nothing before it has warmed up code, filled caches or used memory.

function benchRefresh({ files, database }: Jobs['refresh']['input']): number[] {
  const db = openCatalog(database)
  const timings = files.map((file, index) =>
    timed(() => writeCatalog(db, { files: [file], countries: [], etags: {}, source: 'bench', refreshedAt: index + 1 })),
  )
  db.close()
  return timings
}

/** Each job by its name in `Jobs`, which says what it measures. */
const jobs: {
  readonly [N in keyof Jobs]: (input: Jobs[N]['input']) => Jobs[N]['output'] | Promise<Jobs[N]['output']>
} = {
  floor: ({ file, database }) => benchFloor(file, database),
  refresh: benchRefresh,
  search: ({ database }) => benchSearch(database),
  kinds: ({ database }) => benchKinds(database),
  miniSearch: ({ file }) => benchMiniSearch(file),
  fuse: ({ file }) => benchFuse(file),
  memory: benchMemory,
}

const isJob = (name: string): name is keyof Jobs => Object.hasOwn(jobs, name)

const [name = '', input = '{}'] = process.argv.slice(2)
if (!isJob(name)) throw new Error(`No job is called "${name}": ${Object.keys(jobs).join(', ')}`)
// The compiler does not see that this input is of this job.
const job = jobs[name] as (input: unknown) => unknown
process.send?.(await job(JSON.parse(input)))
process.disconnect()
