import { fold } from '../../shared/search/fold.ts'

/** What a heading says of the cells below it. */
export type ContactColumn = 'name' | 'partOfName' | 'number' | 'phones' | 'emails' | 'addresses' | 'colour'

/** Words that say it wherever they stand in a heading; English, Spanish, Portuguese and French, as address books and people write them. */
const words: Readonly<Record<'phones' | 'emails' | 'addresses', string>> = {
  phones: `phone phones telephone telephones mobile cell cellphone cellular tel tels gsm whatsapp iphone smartphone msisdn
    phonenumber mobilenumber mobilephone homephone workphone
    telefono telefonos movil moviles celular celulares cel telf tlf tfno
    telefone telefones telemovel telemoveis
    portable telephonique`,
  emails:
    'email emails mail mails emailaddress correo correos correio messagerie courriel courriels electronique eletronico',
  addresses:
    'address addresses wallet adresse adresses direccion direcciones billetera monedero endereco enderecos carteira portefeuille',
}

/** Words of headings whose cells are not the contact's own, or say something about another cell. */
const otherWords = `label type display etiqueta tipo libelle etiquette rotulo marcador
  fax telefax telecopie telecopieur pager telex isdn
  assistant asistente assistente secretary secretaria secretario secretaire emergency emergencia urgence`

/** Whole headings, one a line. */
const wholes: Readonly<Record<'name' | 'partOfName' | 'number' | 'colour', string>> = {
  name: `name
    full name
    display name
    contact name
    nombre completo
    nombre y apellido
    nombre y apellidos
    nombre para mostrar
    nombre del contacto
    nombre de contacto
    nome completo
    nome de exibicao
    nome para exibicao
    nome e sobrenome
    nome do contato
    nome do contacto
    nom complet
    nom affiche
    nom et prenom
    nom prenom
    prenom et nom
    nom du contact`,
  // Of languages where one word is the name, and the given or the family name beside the other one.
  partOfName: `first name
    given name
    forename
    firstname
    middle name
    additional name
    last name
    family name
    surname
    lastname
    nombre
    nombres
    nombre de pila
    primer nombre
    segundo nombre
    apellido
    apellidos
    primer apellido
    segundo apellido
    apellido paterno
    apellido materno
    nome
    nome proprio
    primeiro nome
    nome do meio
    segundo nome
    sobrenome
    apelido
    ultimo nome
    prenom
    prenoms
    deuxieme prenom
    nom
    nom de famille`,
  // A phone's, unless another column has phones.
  number: `number
    numbers
    contact number
    numero
    numeros
    numero de contacto
    numero do contato
    numero de contato
    numero de contact
    numero du contact`,
  colour: `colour
    color
    cor
    couleur`,
}

const setOf = (list: string, separator: RegExp): ReadonlySet<string> => new Set(list.trim().split(separator))
const listed = {
  phones: setOf(words.phones, /\s+/),
  emails: setOf(words.emails, /\s+/),
  addresses: setOf(words.addresses, /\s+/),
  others: setOf(otherWords, /\s+/),
}
const whole = {
  name: setOf(wholes.name, /\n\s*/),
  partOfName: setOf(wholes.partOfName, /\n\s*/),
  number: setOf(wholes.number, /\n\s*/),
  colour: setOf(wholes.colour, /\n\s*/),
}

/** Returns which columns a heading may name: "Phone 1 - Value", "Tél. (bureau)", "Endereço de e-mail"; none if it is another one. */
export function columnsOf(heading: string): readonly ContactColumn[] {
  const own = fold(heading).match(/\p{L}+/gu) ?? []
  const text = own.join(' ')
  if (whole.name.has(text)) return ['name']
  if (whole.partOfName.has(text)) return ['partOfName']
  if (whole.number.has(text)) return ['number']
  if (whole.colour.has(text)) return ['colour']
  if (own.some((word) => listed.others.has(word))) return []
  return (['phones', 'emails', 'addresses'] as const).filter((column) => own.some((word) => listed[column].has(word)))
}
