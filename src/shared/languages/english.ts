import type { Language } from './language.ts'

export const english: Language = {
  name: 'English',
  awaitsNativeReader: false,
  neutral: 'en',
  countries: ['US', 'MX', 'GB', 'PH', 'IN', 'NG', 'CA'],
  keys: {
    letters: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
    signs: ['1234567890', '-_/:;()&€$', '+*#=%!?\'"'],
  },
  justNow: 'just now',
  currencies: { CKD: 'Cook Islands dollars', SLE: 'Sierra Leonean leones' },
  articles: {
    'the ':
      'AE AX BQ BS BV CC CD CF CG CK CX DO FK FO GB GM HM IM IO KM KY MH MP MV NL PH PN SB SC TC TF UM US VA VG VI',
  },
  commonWords: 'a an the for to in on at of and or with from by my me some i want need please',
  worldWords: ['world', 'worldwide', 'global'],
  usualWords: {
    bank: 'To the bank',
    supplier: 'Paid a supplier',
    owner: 'The owner’s cash',
    change: 'More change',
    giveChange: 'Give change',
    checkDrawer: 'Check the drawer',
    bestSellers: 'Best sellers',
  },
  sampleNumber: 'TEST',
}
