import { said } from '../said.ts'
import type { Scene } from './scene.ts'

export const peopleScenes: Scene[] = [
  { name: 'people', path: '/people' },
  {
    name: 'people-empty',
    path: '/people',
    prepare(script) {
      script.people = []
    },
  },
  {
    name: 'people-add',
    path: '/people',
    async act(page) {
      await page.locator('main header button[aria-haspopup]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'people-change',
    path: '/people',
    async act(page) {
      await page.getByRole('button', { name: said(({ people }) => people.changeNamed, { name: 'Ana' }) }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'people-remove',
    path: '/people',
    async act(page) {
      await page.getByRole('button', { name: said(({ people }) => people.removeNamed, { name: 'Ana' }) }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'people-from-purchases',
    path: '/people',
    prepare(script) {
      script.suggestedPeople = [
        { name: null, phones: ['+525587654321'], emails: [], times: 7 },
        { name: 'Lupe Fernández', phones: [], emails: ['lupe.fernandez@example.org'], times: 1 },
      ]
    },
    async act(page) {
      await page.getByRole('button', { name: said(({ people }) => people.choice.open) }).click()
      await page.getByRole('dialog').waitFor()
      await page.getByRole('dialog').getByRole('textbox').first().fill('Mum')
    },
  },
  {
    name: 'people-import',
    path: '/people',
    prepare(script) {
      script['people.readFile'] = {
        contacts: [
          {
            name: 'Mum',
            phones: ['+525587654321', '+525512345678'],
            emails: ['mum@gmial.com'],
            addresses: [],
            colour: null,
            unread: ['0917 123 4568'],
            mistyped: [{ email: 'mum@gmial.com', suggestion: 'mum@gmail.com' }],
          },
          {
            name: 'Ana',
            phones: ['+525511112222'],
            emails: [],
            addresses: ['0x8bA1cc09551Bd43280301264500036ddD64dbA72'],
            colour: null,
            unread: [],
            mistyped: [],
          },
        ],
        leftOut: [
          { name: 'Rosa Tía', to: '+525512345678', owners: ['Ana'] },
          { name: 'Smith, John', to: '0917 123 4568', owners: [] },
          { name: null, to: null, owners: [] },
        ],
      }
    },
    async act(page) {
      const file = { name: 'contacts.vcf', mimeType: 'text/vcard', buffer: Buffer.from('BEGIN:VCARD') }
      await page.locator('main input[type=file]').setInputFiles(file)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'people-import-many',
    path: '/people',
    prepare(script) {
      const contacts = Array.from({ length: 60 }, (_, index) => ({
        name: `Lupe ${index}`,
        phones: [`+5255876543${index + 10}`],
        emails: [],
        addresses: [],
        colour: null,
        unread: [],
        mistyped: [],
      }))
      script['people.readFile'] = { contacts, leftOut: [] }
    },
    async act(page) {
      const file = { name: 'contacts.vcf', mimeType: 'text/vcard', buffer: Buffer.from('BEGIN:VCARD') }
      await page.locator('main input[type=file]').setInputFiles(file)
      await page.getByRole('dialog').getByRole('searchbox').fill('lupe 1')
    },
  },
  {
    name: 'people-export',
    path: '/people',
    async act(page) {
      await page.getByRole('button', { name: said(({ people }) => people.export.open) }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'people-export-locked',
    path: '/people',
    prepare(script) {
      script.app = { ...script.app, locked: true }
    },
    async act(page) {
      await page.getByRole('button', { name: said(({ people }) => people.export.open) }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'people-export-encrypted',
    path: '/people',
    async act(page) {
      await page.getByRole('button', { name: said(({ people }) => people.export.open) }).click()
      await page.getByRole('dialog').getByRole('checkbox').click()
    },
  },
  {
    name: 'people-import-encrypted',
    path: '/people',
    prepare(script) {
      script['people.readFile'] = () => null
    },
    async act(page) {
      const file = { name: 'till-people.vcf.encrypted', mimeType: 'text/plain', buffer: Buffer.from('{}') }
      await page.locator('main input[type=file]').setInputFiles(file)
      await page.getByRole('dialog').waitFor()
    },
  },
]
