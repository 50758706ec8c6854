import { writeCatalog } from '../../../src/main/catalog/refresh/write-catalog.ts'
import { openCatalog } from '../../../src/main/catalog/open-catalog.ts'
import { timed } from './figures.ts'
import type { Jobs } from './job.ts'
import { benchKinds } from './kinds.ts'
import { benchMemory } from './memory.ts'
import { benchFloor, benchFuse, benchMiniSearch } from './peers.ts'
import { benchSearch } from './search.ts'

function benchRefresh({ files, database }: Jobs['refresh']['input']): number[] {
  const db = openCatalog(database)
  const timings = files.map((file, index) =>
    timed(() => writeCatalog(db, { files: [file], countries: [], etags: {}, source: 'bench', refreshedAt: index + 1 })),
  )
  db.close()
  return timings
}

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

const [name = '', input = '{}'] = process.argv.slice(2)
const output = await jobs[name as 'memory'](JSON.parse(input) as Jobs['memory']['input'])
process.send?.(output)
process.disconnect()
