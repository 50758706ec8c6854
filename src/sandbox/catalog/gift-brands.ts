import { accountNumber, deliveryDate, giftMessage, recipientEmail, recipientName, senderName } from './regexes.ts'
import type { FieldSpec } from './model.ts'

export interface GiftBrand {
  readonly name: string
  readonly category: string
  readonly subTypes: readonly string[]
  readonly countries: string
  readonly dollars: readonly number[]
  readonly about: string
  readonly requiredFields?: readonly FieldSpec[]
  /** How it is delivered; by default a code goes to an e-mail address. */
  readonly delivery?: 'phone' | 'none'
}

const wide = 'US CA MX BR AR CO PE CL GB DE FR ES IT NL PL TR ZA NG KE IN ID PH MY JP AU'
const latin = 'MX GT SV HN CR PA DO CO EC PE CL AR BR UY'
const europe = 'GB IE DE AT CH FR BE NL ES PT IT PL CZ SE DK FI GR RO'
const asia = 'IN PK BD LK ID MY PH TH VN JP KR SG HK TW'
const africa = 'NG GH KE TZ UG ZA SN CI CM EG MA ZM'
const usual = [5, 10, 25, 50, 100]
const small = [2, 5, 10, 20]

/** Invented shops, games and services that sell prepaid codes and gift cards. */
export const giftBrands: readonly GiftBrand[] = [
  {
    name: 'Pixelforge Arcade',
    category: 'Gaming',
    subTypes: ['prepaid_code'],
    countries: wide,
    dollars: usual,
    about: 'Credit for every game in the Pixelforge Arcade.',
  },
  {
    name: 'Questhollow',
    category: 'Gaming',
    subTypes: ['prepaid_code'],
    countries: wide,
    dollars: small,
    about: 'Hollow Crowns for heroes, companions and castles.',
  },
  {
    name: 'Dragonfruit Games',
    category: 'Gaming',
    subTypes: ['prepaid_code'],
    countries: asia,
    dollars: small,
    about: 'Seeds for Dragonfruit Games on phone and desktop.',
  },
  {
    name: 'Orbitarcadia',
    category: 'Gaming',
    subTypes: ['subscription'],
    countries: 'US CA GB DE FR ES IT AU BR MX',
    dollars: [10, 30, 100],
    about: 'Months of play with everyone, on every screen.',
    requiredFields: [accountNumber],
  },
  {
    name: 'Larder & Loaf',
    category: 'Groceries',
    subTypes: ['gift_card'],
    countries: 'US CA GB IE AU NZ',
    dollars: usual,
    about: 'Bread, milk and everything between, in store or at the door.',
  },
  {
    name: 'Verduria Market',
    category: 'Groceries',
    subTypes: ['gift_card'],
    countries: latin,
    dollars: [10, 20, 30, 50, 75],
    about: 'La compra de la semana, en tienda o a domicilio.',
  },
  {
    name: 'Kornschatz',
    category: 'Groceries',
    subTypes: ['gift_card'],
    countries: 'DE AT CH PL CZ',
    dollars: usual,
    about: 'Lebensmittel vom Markt um die Ecke.',
  },
  {
    name: 'Sokoni Basket',
    category: 'Groceries',
    subTypes: ['gift_card'],
    countries: africa,
    dollars: [5, 10, 15, 30],
    about: 'Groceries for family at home, ready to be picked up.',
    requiredFields: [recipientName],
    delivery: 'phone',
  },
  {
    name: 'Flickerbarn',
    category: 'Streaming',
    subTypes: ['subscription'],
    countries: wide,
    dollars: [10, 20, 30],
    about: 'Films and series, a month at a time.',
  },
  {
    name: 'Lullabird Music',
    category: 'Music',
    subTypes: ['subscription'],
    countries: wide,
    dollars: [5, 10, 30],
    about: 'All the songs, none of the ads.',
  },
  {
    name: 'Thimble & Twill',
    category: 'Fashion',
    subTypes: ['gift_card'],
    countries: europe,
    dollars: usual,
    about: 'Clothes that are made to be mended.',
    requiredFields: [recipientName, giftMessage],
  },
  {
    name: 'Cobblestep',
    category: 'Fashion',
    subTypes: ['gift_card'],
    countries: 'US CA MX GB ES IT BR',
    dollars: usual,
    about: 'Shoes for every weather.',
  },
  {
    name: 'Taco Cometa',
    category: 'Restaurants',
    subTypes: ['gift_card'],
    countries: 'US MX GT SV HN CO',
    dollars: small,
    about: 'Tacos that cross the night sky.',
  },
  {
    name: 'Ramen Kumori',
    category: 'Restaurants',
    subTypes: ['gift_card'],
    countries: 'JP KR TW HK SG US AU',
    dollars: [5, 10, 20],
    about: 'A warm bowl on a cloudy day.',
  },
  {
    name: 'Copperkettle Coffee',
    category: 'Restaurants',
    subTypes: ['gift_card'],
    countries: europe,
    dollars: small,
    about: 'Coffee, cake and a corner to sit in.',
  },
  {
    name: 'Moonmeal',
    category: 'Food delivery',
    subTypes: ['gift_card'],
    countries: wide,
    dollars: [10, 15, 25, 50],
    about: 'Dinner from the places nearby, brought warm.',
    requiredFields: [recipientName],
  },
  {
    name: 'Ferrywing Rides',
    category: 'Transport',
    subTypes: ['prepaid_code'],
    countries: 'US MX BR CO PE CL AR NG KE ZA EG IN ID PH VN',
    dollars: small,
    about: 'Rides across town, by car or motorbike.',
    delivery: 'phone',
  },
  {
    name: 'Wanderfern Travel',
    category: 'Travel',
    subTypes: ['gift_card'],
    countries: 'US CA GB DE FR ES IT JP AU SG',
    dollars: [50, 100, 200, 300],
    about: 'Trains, flights and the bed at the end.',
    requiredFields: [recipientName, deliveryDate],
  },
  {
    name: 'Featherinn Stays',
    category: 'Travel',
    subTypes: ['gift_card'],
    countries: europe,
    dollars: [50, 100, 200],
    about: 'Nights in small houses with good breakfasts.',
    requiredFields: [recipientName, senderName, deliveryDate],
  },
  {
    name: 'Inkwell & Owl',
    category: 'Books',
    subTypes: ['gift_card'],
    countries: 'US CA GB IE AU NZ ZA IN',
    dollars: usual,
    about: 'Books, new and found again.',
    requiredFields: [giftMessage],
  },
  {
    name: 'Librería Luciérnaga',
    category: 'Books',
    subTypes: ['gift_card'],
    countries: latin,
    dollars: [10, 20, 30],
    about: 'Libros que dan luz.',
  },
  {
    name: 'Volteria',
    category: 'Electronics',
    subTypes: ['gift_card'],
    countries: wide,
    dollars: [25, 50, 100, 200],
    about: 'Phones, cables and what runs on them.',
  },
  {
    name: 'Hearth & Heather',
    category: 'Home',
    subTypes: ['gift_card'],
    countries: 'GB IE DE FR NL SE DK',
    dollars: [20, 50, 100, 200],
    about: 'Things for a kinder home.',
    requiredFields: [recipientName, senderName],
  },
  {
    name: 'Trailmarten',
    category: 'Sports',
    subTypes: ['gift_card'],
    countries: 'US CA DE AT CH FR ES CL NZ',
    dollars: usual,
    about: 'For muddy boots and clear mornings.',
  },
  {
    name: 'Dewpetal',
    category: 'Beauty',
    subTypes: ['gift_card'],
    countries: asia,
    dollars: [5, 10, 20, 50],
    about: 'Care for skin and hair.',
    requiredFields: [recipientName],
  },
  {
    name: 'Wagglewort Pets',
    category: 'Pets',
    subTypes: ['gift_card'],
    countries: 'US CA GB DE AU',
    dollars: [10, 25, 50],
    about: 'Food and fun for those who wag.',
  },
  {
    name: 'Toybarrow',
    category: 'Kids',
    subTypes: ['gift_card'],
    countries: 'US CA GB DE FR ES IT MX',
    dollars: [10, 25, 50],
    about: 'Toys that outlast the batteries.',
    requiredFields: [recipientName, senderName, giftMessage],
  },
  {
    name: 'Lumena Power',
    category: 'Utilities',
    subTypes: ['prepaid_code', 'electricity'],
    countries: africa,
    dollars: [3, 5, 10, 20, 50],
    about: 'Prepaid electricity: the code goes into the meter.',
    requiredFields: [accountNumber],
    delivery: 'phone',
  },
  {
    name: 'Pharmalia',
    category: 'Health',
    subTypes: ['gift_card'],
    countries: latin,
    dollars: [5, 10, 20, 50],
    about: 'Medicines and care, in the pharmacy nearby.',
    requiredFields: [recipientName],
    delivery: 'phone',
  },
  {
    name: 'Riverkind Fund',
    category: 'Giving',
    subTypes: ['donation'],
    countries: 'US GB DE FR KE IN BR',
    dollars: [5, 10, 25, 100],
    about: 'Trees for river banks. Nothing is delivered but the good of it.',
    delivery: 'none',
    requiredFields: [recipientEmail],
  },
]
