import { price, rawBrand, rawVariant } from './cache.ts'

/** Four top-ups of two brands in three countries, as the service sends them. */
export const topups = {
  productType: 'topup',
  brands: [
    rawBrand('Órbita Móvil', 2, [
      rawVariant('ORBITA_MX_10-I', { price: price('MXN', '10.00', '0.55') }),
      rawVariant('ORBITA_MX_100-I'),
      rawVariant('ORBITA_CO_20000-I', {
        country: 'CO',
        price: price('COP', '20000', '4.90'),
        categories: ['mobile', 'family'],
      }),
    ]),
    rawBrand('Zephyr', 1, [rawVariant('ZEPHYR_US_10-I', { country: 'US', price: price('USD', '10.00', '10.20') })]),
  ],
}

/** A plan for several countries, with everything that a product may say. */
export const esims = {
  productType: 'esim',
  brands: [
    rawBrand('Meridian', 3, [
      rawVariant('MERIDIAN_EU-I', {
        country: 'FR',
        supportedCountries: ['FR', 'DE', 'ES', 'not a code'],
        price: price('EUR', '9.99', '10.80'),
        productType: 'esim',
        categories: ['travel'],
        subTypes: ['data'],
        dataGB: '5',
        durationDays: '30',
        roamingCountryIso2: 'jp',
        notes: '<p>Fast &amp; good for 10 days on 4G</p><script>alert(1)</script><ul><li>One</li></ul>',
      }),
    ]),
  ],
}
