import type { Locale } from '../../shared/app/locales.ts'
import { z } from 'zod'
import { shopHeadView, type ShopHead } from '../../shared/receipts/receipt-views.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'

const row = z.object({ body: z.string() })

const blank = (language: Locale): ShopHead => ({
  name: '',
  address: [],
  taxNumber: '',
  header: '',
  footer: '',
  logo: null,
  language,
  paper: '80',
  printer: 'none',
})

/** Returns the head of every receipt; until the shop sets one, an empty head in the given language with no printer. */
export function readShopHead(db: ReadableDb, language: Locale): ShopHead {
  const found = db.prepare('SELECT body FROM shop_head WHERE id = 1').get()
  return found === undefined ? blank(language) : shopHeadView.parse(JSON.parse(row.parse(found).body))
}

export function writeShopHead(db: WritableDb, head: ShopHead): void {
  const sql = 'INSERT INTO shop_head (id, body) VALUES (1, :body) ON CONFLICT (id) DO UPDATE SET body = :body'
  db.prepare(sql).run({ body: JSON.stringify(head) })
}
