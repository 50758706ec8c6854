import type { Language } from './language.ts'

export const portuguese: Language = {
  name: 'Português (Brasil)',
  awaitsNativeReader: true,
  neutral: 'pt-BR',
  countries: ['BR', 'PT', 'US', 'AO', 'MZ', 'JP', 'PY'],
  keys: {
    letters: ['qwertyuiop', 'asdfghjklç', 'zxcvbnm'],
    signs: ['1234567890', 'áàâãéêíóôõú', '-_/:()&+*#!?'],
  },
  justNow: 'agora mesmo',
  currencies: { CKD: 'dólares das Ilhas Cook', SLE: 'leones de Serra Leoa' },
  capitalizesCurrencies: true,
  articles: {
    'o ': 'AF AZ BH BI BJ BN BR BT CA CL DJ EC EG EH GA GB HT IO IQ IR JP KE KG KH KW KZ LA LB LK LS MA ML MW MX NE NP PA PE PK PY QA SD SN SR SS TD TG TJ TM UY UZ VN XK YE ZW',
    'a ': 'AC AL AM AQ AR AS AT AU BA BE BG BO BV BY CF CG CH CI CN CO CP CR CX CZ DE DK DO DZ EE ER ES ET EU FI FM FR GE GF GL GM GN GQ GR GT GW GY HR HU ID IE IM IN IS IT JM JO KP KR LR LT LV LY MD MK MN MQ MR MY NA NC NF NG NI NO NZ PF PG PL RE RO RS RU SA SE SI SK SO SY TH TN TR TZ UA VA VE ZA ZM',
    'os ': 'AE BQ NL PS TF UN US',
    'as ': 'AX BM BS CC CK FK FO GS HM IC KM KY MH MP MV PH PN SB SC TC UM VG VI',
  },
  commonWords:
    'o a os as um uma uns umas para por pra pras pro pros em no na nos nas de do da dos das e ou com meu minha quero preciso',
  worldWords: ['mundo', 'mundial', 'global'],
  usualWords: {
    bank: 'Depósito no banco',
    supplier: 'Pagamento a fornecedor',
    owner: 'Retirada da loja',
    change: 'Mais troco',
    giveChange: 'Dar troco',
    checkDrawer: 'Conferir a gaveta',
    bestSellers: 'Mais vendidos',
  },
  sampleNumber: 'TESTE',
}
