import { said } from '../said.ts'
import type { PersonView } from '../../../src/shared/people/views.ts'
import { scriptedPeople } from '../../../src/testing/fixtures/steps.ts'
import type { Scene } from './scene.ts'

const beto: PersonView = {
  id: '0b6c1f5e-6a53-4c0f-9a10-0000000000a4',
  name: 'Beto Ruiz',
  colour: 'rose',
  phones: ['+525512345678'],
  emails: ['beto@example.org'],
  addresses: [],
}

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
    name: 'people-shared',
    path: '/people',
    prepare(script) {
      script.people = [...scriptedPeople, beto]
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
    name: 'people-add-shared',
    path: '/people',
    async act(page) {
      await page.locator('main header button[aria-haspopup]').click()
      await page.getByRole('dialog').locator('input[type=tel]').fill('55 1234 5678')
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
            isCut: false,
            guessed: ['+525587654321'],
            unread: ['0917 123 4568'],
            mistyped: [{ email: 'mum@gmial.com', suggestion: 'mum@gmail.com' }],
          },
          {
            name: 'Ana',
            phones: ['+525511112222'],
            emails: [],
            addresses: ['0x8bA1cc09551Bd43280301264500036ddD64dbA72'],
            colour: null,
            isCut: false,
            guessed: [],
            unread: ['ana@example'],
            mistyped: [],
          },
          {
            name: 'María Guadalupe de los Ángeles Hernández',
            isCut: true,
            guessed: [],
            phones: ['+525587654321'],
            emails: [],
            addresses: [],
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
        isCut: false,
        guessed: [],
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
