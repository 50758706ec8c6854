import type { Language } from './language.ts'

export const french: Language = {
  name: 'Français',
  awaitsNativeReader: true,
  neutral: 'fr',
  countries: ['FR', 'BE', 'CH', 'CA', 'CI', 'SN', 'CM', 'MA', 'TN', 'HT'],
  keys: {
    letters: ['azertyuiop', 'qsdfghjklm', 'wxcvbné'],
    signs: ['1234567890', 'èàçùêâîôûï', "ëœ'-_/:&!?"],
  },
  justNow: 'à l’instant',
  currencies: { CKD: 'dollars des Îles Cook', SLE: 'leones sierra-léonais' },
  articles: {
    'le ':
      'BD BF BI BJ BN BR BT BW BZ CA CD CG CL CM CR CV DK EH GA GB GH GL GT GY HN IO JP KE KG KH KW KZ LA LB LI LK LR LS LU MA ME ML MM MW MX MZ NE NG NI NP PA PE PK PT PY QA RW SD SJ SN SR SS SV TD TG TJ TL TM VE VN VU WS XK YE ZW',
    'la ':
      'BA BB BE BG BO BY CF CH CI CN CO CZ DM DO FI FM FR GD GE GF GM GN GP GQ GR GS GW HK HR HU JM JO KP KR LT LV LY MD MK MN MO MQ MR MY NA NC NO NZ PF PG PL RO RS RU SE SI SK SL SO SY TH TN TR TT TZ ZM',
    'l’': 'AC AD AF AL AM AO AQ AR AT AU AZ BV CP CX DE DZ EC EE EG ER ES ET ID IE IM IN IQ IR IS IT NF SA SZ UA UG UY UZ VA ZA',
    'les ': 'AE AS AX BM BQ BS CC CK FJ FK FO HM IC KM KY MH MP MV NL PH PN PS PW SB SC TC TF TO TV UM US VG VI',
  },
  commonWords: 'le la les l un une des du de d et ou pour par en dans au aux avec chez mon ma je veux voudrais besoin',
  worldWords: ['monde', 'mondial', 'mondiale'],
  usualWords: {
    bank: 'À la banque',
    supplier: 'Fournisseur payé',
    owner: 'Argent du gérant',
    change: 'Appoint de monnaie',
    giveChange: 'Faire de la monnaie',
    checkDrawer: 'Vérifier le tiroir',
    bestSellers: 'Meilleures ventes',
  },
  sampleNumber: 'ESSAI',
}
