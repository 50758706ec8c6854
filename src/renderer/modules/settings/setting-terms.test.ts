// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { Locale } from '../../../shared/app/locales.ts'
import { messages } from '../../locales/all-messages.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import type { SettingId } from './setting-list.ts'

let till: MountedTill
afterEach(() => till.close())

type Phrases = readonly (readonly [setting: SettingId, phrases: readonly string[]])[]

/** What people type, by the row that it must lead to first. */
const phrases: Readonly<Record<Locale, Phrases>> = {
  en: [
    ['password', ['change password', 'how do I change my password', 'fingerprint', 'pasword']],
    ['theme', ['dark mode', 'dark theme', 'turn on dark mode']],
    ['language', ['language', 'change language', 'english']],
    ['home-country', ['currency', 'country']],
    ['receipts', ['cash drawer', 'drawer', 'receipt', 'printer', 'vat', 'sales tax', 'logo']],
    ['shop-setup', ['float']],
    ['shop-mode', ['pos', 'cashier', 'clerks', 'pin code', 'change pin', 'add a clerk']],
    ['prices', ['cash out', 'exchange rate', 'markup', 'rounding', 'percentage']],
    ['version', ['update', 'check for updates']],
    ['backup', ['backup', 'back up', 'usb']],
    ['words', ['seed phrase', 'private key']],
    ['lock-after', ['auto-lock']],
    ['erase', ['erase', 'erase wallet', 'delete', 'factory reset']],
    ['help-refund', ['refund']],
  ],
  es: [
    ['password', ['cambiar contraseña', 'cambiar la contraseña', 'clave', 'huella', 'contrasena']],
    ['theme', ['modo oscuro', 'tema oscuro']],
    ['language', ['idioma', 'cambiar idioma', 'español']],
    ['home-country', ['moneda', 'país']],
    ['receipts', ['cajón', 'gaveta', 'ticket', 'recibo', 'impresora', 'iva']],
    ['shop-setup', ['fondo de caja', 'fondo', 'cambio']],
    [
      'shop-mode',
      ['punto de venta', 'caja', 'cajera', 'código pin', 'cambiar pin', 'nip', 'cambiar nip', 'turno', 'abrir turno'],
    ],
    ['prices', ['retiro de efectivo', 'tipo de cambio', 'redondeo', 'redondear', 'dólar', 'porcentaje', 'recargo']],
    ['help-password', ['contraseña olvidada', 'olvidé mi contraseña']],
    ['version', ['actualizar', 'actualización']],
    ['backup', ['copia de seguridad', 'respaldo']],
    ['words', ['frase semilla']],
    ['erase', ['borrar', 'borrar billetera', 'eliminar']],
    ['help-refund', ['reembolso']],
  ],
  pt: [
    ['password', ['mudar a senha', 'trocar senha', 'senha', 'impressão digital', 'snha']],
    ['theme', ['tema escuro', 'modo escuro', 'modo noturno']],
    ['language', ['idioma', 'mudar o idioma', 'português']],
    ['home-country', ['moeda', 'país']],
    ['receipts', ['gaveta', 'cupom', 'cupom fiscal', 'impressora', 'recibo', 'imposto', 'cnpj']],
    ['shop-setup', ['troco', 'suprimento', 'fundo de caixa']],
    ['shop-mode', ['pdv', 'caixa', 'atendentes', 'código pin', 'trocar pin']],
    ['prices', ['sangria', 'margem', 'dólar', 'arredondar']],
    ['version', ['atualizar', 'atualização']],
    ['backup', ['cópia de segurança', 'backup']],
    ['words', ['frase secreta']],
    ['erase', ['apagar', 'apagar tudo', 'excluir']],
    ['help-refund', ['reembolso', 'estorno']],
  ],
  fr: [
    ['password', ['mot de passe', 'changer le mot de passe', 'empreinte']],
    ['theme', ['thème sombre', 'mode sombre', 'theme sombre']],
    ['language', ['langue', 'changer de langue', 'français']],
    ['home-country', ['monnaie', 'devise', 'pays']],
    ['receipts', ['imprimante', 'reçu', 'ticket', 'tiroir', 'tiroir-caisse', 'tva']],
    ['shop-setup', ['fond de caisse']],
    ['shop-mode', ['code pin', 'caisse', 'caissière', 'point de vente']],
    ['prices', ['taux de change', 'marge', 'arrondi', 'pourcentage']],
    ['version', ['mise à jour', 'mettre à jour']],
    ['backup', ['sauvegarde', 'sauvegarder', 'clé usb']],
    ['words', ['phrase secrète']],
    ['erase', ['effacer', 'supprimer', 'tout effacer']],
    ['help-refund', ['remboursement']],
  ],
}

test('in Spanish a word of no setting is not taken for one of French or Portuguese', async () => {
  till = await mountTill('/settings', { app: { ...scriptedApp, settings: { ...scriptedApp.settings, locale: 'es' } } })
  await till.until(() => expect(document.querySelector('main [data-setting]')).not.toBeNull())
  for (const phrase of ['letra', 'letra grande', 'factura']) {
    await till.type(messages.es.settings.search, phrase)
    expect(results().map((one) => one.getAttribute('href'))).toEqual([])
  }
})

const results = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>('[data-results] a')]

test.each(Object.entries(phrases) as [Locale, Phrases][])(
  'in %s what people call a setting leads to it first',
  async (locale, rows) => {
    till = await mountTill('/settings', { app: { ...scriptedApp, settings: { ...scriptedApp.settings, locale } } })
    await till.until(() => expect(document.querySelector('main [data-setting]')).not.toBeNull())
    const first: string[] = []
    for (const phrase of rows.flatMap(([, some]) => some)) {
      await till.type(messages[locale].settings.search, phrase)
      first.push(`${phrase}: ${results()[0]?.getAttribute('href')?.split('#').at(-1) ?? 'nothing'}`)
    }
    expect(first).toEqual(rows.flatMap(([id, some]) => some.map((phrase) => `${phrase}: ${id}`)))
  },
)
