import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { WritableDb } from '../../db/connections.ts'
import { ledgerMigrations } from '../../db/migrations/ledger.ts'
import { openDatabase } from '../../db/open-database.ts'
import { createSealer } from '../../db/seal.ts'
import { createTextFiles } from '../../vault/text-files.ts'
import { openPeopleParts } from '../../wiring/people.ts'
import { inEnglish } from '../../../testing/exports/read-table.ts'
import { cheapKeyCost, startTestProcess, strong } from '../../../testing/vault/vault.ts'
import { peopleHandlers, type PeopleParts } from './people-handlers.ts'

const wallets = 'the wallet’s own'

let ledger: WritableDb
let saved: { name: string; text: string }[]
let isLocked: boolean
let handlers: ReturnType<typeof peopleHandlers>
beforeEach(() => {
  ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  saved = []
  isLocked = false
  const vault = {
    isLocked: () => isLocked,
    verify: (typed: string) =>
      typed === wallets ? Promise.resolve() : Promise.reject(new AppError('wrong-password', 'Wrong password')),
    ...createTextFiles({ take: startTestProcess }, cheapKeyCost),
  }
  const sealer = createSealer(randomBytes(32))
  const people = openPeopleParts({ ledger, sealer, vault, settings: () => ({ homeCountry: 'MX' }) })
  people.add([{ id: null, name: 'Guadalupe', colour: 'rose', phones: ['5512345678'], emails: [], addresses: [] }])
  const save: PeopleParts['save'] = (name, text) => {
    saved.push({ name, text: typeof text === 'string' ? text : [...text].join('') })
    return Promise.resolve({ path: name })
  }
  const unused = {} as Pick<PeopleParts, 'catalog' | 'purchases'>
  handlers = peopleHandlers({ ...unused, people, save, vault })
})
afterEach(() => ledger.close())

it('an export under a password shows nobody, and is read with that password only', async () => {
  await handlers['people.export']({ format: 'vcf', table: inEnglish, filePassword: strong, password: wallets })
  const [file = { name: '', text: '' }] = saved
  expect(file.name).toBe('till-people.vcf.encrypted')
  expect(file.text).not.toMatch(/Guadalupe|5512345678|VCARD/)
  await handlers['people.remove']({ id: (await handlers['people.list'](undefined))[0]?.id ?? '' })
  const read = async (password: string | null): Promise<unknown> =>
    handlers['people.readFile']({ text: file.text, password })
  expect(await read(null)).toBeNull()
  await expect(read(`${strong} no`)).rejects.toMatchObject({ code: 'wrong-password' })
  expect(await read(strong)).toMatchObject({ contacts: [{ name: 'Guadalupe', phones: ['+525512345678'] }] })
})

it('an export under a weak password is refused, and no file is written', async () => {
  const exported = async (): Promise<unknown> =>
    handlers['people.export']({ format: 'csv', table: inEnglish, filePassword: '1234', password: wallets })
  await expect(exported()).rejects.toMatchObject({ code: 'weak-password' })
  expect(saved).toEqual([])
})

it.each([null, strong])(
  'an export under the password %j takes the wallet’s, and without it no file is written',
  async (filePassword) => {
    for (const password of ['guessed', strong]) {
      const exporting = handlers['people.export']({ format: 'csv', table: inEnglish, filePassword, password })
      await expect(exporting).rejects.toMatchObject({ code: 'wrong-password' })
    }
    expect(saved).toEqual([])
  },
)

it('an export for other programs has everybody', async () => {
  await handlers['people.export']({ format: 'csv', table: inEnglish, filePassword: null, password: wallets })
  expect(saved).toEqual([
    {
      name: 'till-people.csv',
      text: '\ufeffName,Phone,E-mail,Address,Colour\r\nGuadalupe,+52 55 1234 5678,,,rose\r\n',
    },
  ])
})

it.each([null, strong])('a locked Till exports nobody, under the password %j', async (filePassword) => {
  isLocked = true
  const exported = async (): Promise<unknown> =>
    handlers['people.export']({ format: 'csv', table: inEnglish, filePassword, password: wallets })
  await expect(exported()).rejects.toMatchObject({ code: 'locked' })
  expect(saved).toEqual([])
})
