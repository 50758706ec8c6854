import type { registerRequests } from '../../shared/registers/contract.ts'
import { writeRecords } from '../sales/write-records.ts'
import { zonedTime } from '../sales/zoned-time.ts'
import type { Tills } from '../tills/create-tills.ts'
import { tillColumns, toTillRecord } from '../tills/till-record.ts'
import type { HandlersOf } from './handlers.ts'
import type { SaveFile } from './save-file.ts'

export interface TillsParts {
  readonly tills: Tills
  readonly save: SaveFile
}

/** What is asked about other tills. */
export function tillsHandlers({ tills, save }: TillsParts): HandlersOf<typeof registerRequests> {
  return {
    'tills.list': () => tills.list(),
    'tills.add': ({ name, address }) => tills.add(name, address),
    'tills.rename': ({ address, name }) => tills.rename(address, name),
    'tills.remove': ({ address }) => tills.remove(address),
    'tills.look': (input) => tills.look(input),
    'tills.purchases': (input) => tills.purchases(input),
    'tills.export'({ address, format }) {
      const { till, readAt, pages } = tills.exported(address)
      const records = {
        about: { kind: 'till-purchases', version: 1, till, readAt: readAt && zonedTime(readAt) },
        ...{ name: 'purchases', columns: tillColumns, pages: toRecords(pages) },
        row: (record: ReturnType<typeof toTillRecord>) => record,
      }
      return save(`till-purchases-${till.address.slice(2, 10).toLowerCase()}.${format}`, writeRecords(records, format))
    },
  }
}

function* toRecords(pages: ReturnType<Tills['exported']>['pages']): Generator<ReturnType<typeof toTillRecord>[]> {
  for (const page of pages) yield page.map((purchase) => toTillRecord(purchase, zonedTime(purchase.at)))
}
