import type { Language } from './language.ts'

export const english: Language = {
  name: 'English',
  neutral: 'en',
  countries: ['US', 'MX', 'GB', 'PH', 'IN', 'NG', 'CA'],
  keys: {
    letters: ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
    signs: ['1234567890', '-_/:;()&€$', '+*#=%!?\'"'],
  },
  justNow: 'just now',
  currencies: { CKD: 'Cook Islands dollars', SLE: 'Sierra Leonean leones' },
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
