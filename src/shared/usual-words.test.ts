import { expect, it } from 'vitest'
import { messages } from '../renderer/locales/all-messages.ts'
import { languages, locales } from './app/locales.ts'
import { inLanguage } from './usual-words.ts'

it('are those that the screen proposes', () => {
  for (const locale of locales) {
    const { sales, drawer, shopSetup } = messages[locale]
    const { giveChange, checkDrawer } = drawer
    const { bestSellers } = shopSetup
    expect({ ...sales.usual, giveChange, checkDrawer, bestSellers }).toEqual(languages[locale].usualWords)
  }
})

it('are shown in the language of the reader, and a person’s own words as they are', () => {
  expect(inLanguage('es', 'More change')).toBe('Más cambio')
  expect(inLanguage('en', 'Lo más vendido')).toBe('Best sellers')
  expect(inLanguage('en', 'To the bank')).toBe('To the bank')
  expect(inLanguage('es', 'More change, please')).toBe('More change, please')
})
