import { expect, it } from 'vitest'
import { createSupport } from '../../support/create-support.ts'
import type { SaveFile } from '../../shell/save-file.ts'
import { historyHandlers, type HistoryParts } from './history-handlers.ts'
import { purchaseHandlers, type PurchaseParts } from './purchase-handlers.ts'
import { supportHandlers } from './support-handlers.ts'
import { walletHandlers, type WalletParts } from './wallet-handlers.ts'

const save: SaveFile = (name) => Promise.resolve({ path: name })
const hash = `0x${'ab'.repeat(32)}` as const
const address = `0x${'CD'.repeat(20)}` as const

it.each([
  ['en', 'key', 'proof', 'payment', 'report'],
  ['es', 'clave', 'comprobante', 'pago', 'informe'],
  ['pt', 'chave', 'comprovante', 'pagamento', 'relatorio'],
  ['fr', 'cle', 'justificatif', 'paiement', 'rapport'],
] as const)('what a page in “%s” saves is named in its language', async (language, key, proof, payment, report) => {
  const vault = { exportKeystore: () => Promise.resolve('{}') }
  const wallet = walletHandlers({ vault, save } as unknown as WalletParts)
  const [password, next] = ['correct horse', 'seven calm green boats']
  expect(await wallet['accounts.exportKeystore']({ address, password, next, language })).toEqual({
    path: `till-${key}-cdcdcd.json`,
  })

  const purchases = purchaseHandlers({ purchases: { proof: () => '{}' }, save } as unknown as PurchaseParts)
  const id = '0b6c1f5e-6a53-4c0f-9a10-0000000000c1'
  expect(await purchases['purchases.saveProof']({ id, language })).toEqual({ path: `till-${proof}-0b6c1f5e.json` })

  const spending = { foreignPayments: { proof: () => '{}' } }
  const history = historyHandlers({ spending, save } as unknown as HistoryParts)
  expect(await history['history.saveProof']({ hash, language })).toEqual({ path: `till-${payment}-abababab.json` })

  const now = (): number => Date.UTC(2026, 10, 22, 15, 59)
  const support = createSupport({ now, logTail: () => [], facts: () => [] })
  const answers = supportHandlers({ log: () => undefined, support, save })
  expect(await answers['support.save']({ language })).toEqual({ path: `till-${report}-20261122T1559.txt` })
})
