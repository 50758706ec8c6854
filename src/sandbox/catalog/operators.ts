// Invented operators by their home subregion.
const bySubregion: Readonly<Record<string, readonly string[]>> = {
  Caribbean: ['Calypsa Mobile', 'Marlinet'],
  'Southern Asia': ['Peepaltel', 'Saavanet', 'Dhruvaring'],
  'Middle Africa': ['Likembe Mobile', 'Sanzatel'],
  'Northern Europe': ['Fjellring', 'Nordvind Mobil'],
  'Southeast Europe': ['Zorila Mobil', 'Karavelo'],
  'Southern Europe': ['Vento Celeste', 'Azulejo Móvel'],
  'Western Asia': ['Rimaltel', 'Qamarion'],
  'South America': ['Cóndora Móvil', 'Vereda Móvil', 'Pampatel'],
  Polynesia: ['Frangitel'],
  Melanesia: ['Kundu Mobile'],
  Micronesia: ['Palolonet'],
  'Australia and New Zealand': ['Wattlering', 'Tussock Mobile'],
  'Central Europe': ['Lindentel', 'Bruckmobil'],
  'Eastern Africa': ['Mbuyutel', 'Kilelenet'],
  'Western Europe': ['Mésange Télécom', 'Polderbel'],
  'Western Africa': ['Baobring', 'Kolatel', 'Harmatta Mobile'],
  'Eastern Europe': ['Ryabina Mobil', 'Bursztynet'],
  'Central America': ['Ceibacel', 'Guacamóvil'],
  'North America': ['Juniperline', 'Saltbox Mobile'],
  'South-Eastern Asia': ['Melatiring', 'Mangonet', 'Banyatel'],
  'Southern Africa': ['Protearing', 'Marulatel'],
  'Eastern Asia': ['Tsubamenet', 'Hanurion'],
  'Northern Africa': ['Sirocel', 'Jasmintel'],
  'Central Asia': ['Steppering', 'Tulparnet'],
}

/** Every operator, those of a region next to each other. */
export const operatorNames: readonly string[] = [...Object.values(bySubregion).flat(), 'Nimbus Mobile']

/** Countries with a large population: more operators, more denominations. */
export const populous: ReadonlySet<string> = new Set(
  (
    'AR AU BD BR CA CD CL CN CO DE DO DZ EC EG ES ET FR GB GH GT HN ID IN IQ IT JP KE KR LK MA MM MX MY MZ NG NI NP PE PH ' +
    'PK PL RO SA SN SV TH TR TZ UA UG US UZ VE VN ZA ZM'
  ).split(' '),
)

/** Countries without inhabitants or without their own operator. */
const withoutOperator: ReadonlySet<string> = new Set(['AQ', 'BV', 'GS', 'HM', 'IO', 'KP', 'PN', 'TF', 'UM'])

/** Returns the invented operators that sell top-ups in a country. */
export function operatorsOf(iso2: string, subregion: string): readonly string[] {
  if (withoutOperator.has(iso2)) return []
  const local = bySubregion[subregion] ?? ['Nimbus Mobile']
  if (populous.has(iso2)) return [...local, 'Nimbus Mobile']
  // Smaller countries have one operator, which differs within a subregion.
  const first = local[(iso2.charCodeAt(0) + iso2.charCodeAt(1)) % local.length]
  return first === undefined ? [] : [first]
}
