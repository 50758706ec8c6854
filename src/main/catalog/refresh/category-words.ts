import { fold } from '../../../shared/search/fold.ts'

/** What people call common categories in English and Spanish, by words of the category's name. */
const otherWords: readonly (readonly [names: string, words: string])[] = [
  ['game games gaming', 'gaming game games video videogame videogames juego juegos videojuego videojuegos consola'],
  ['grocery groceries supermarket', 'grocery groceries supermarket food supermercado despensa comida alimentos'],
  ['streaming video', 'streaming video videos film films movie movies series television tv cine película películas'],
  ['music', 'music song songs música canción canciones'],
  ['fashion clothing', 'fashion clothes clothing shoes moda ropa zapatos'],
  ['restaurant restaurants dining', 'restaurant restaurants dining food restaurante restaurantes comida'],
  ['delivery', 'food delivery takeaway meal meals comida domicilio'],
  ['transport transportation mobility', 'transport ride rides taxi taxis bus transporte viaje viajes'],
  [
    'travel',
    'travel trip trips flight flights hotel hotels holiday holidays vacation viaje viajes vuelo vuelos vacaciones',
  ],
  ['book books reading', 'book books ebook ebooks reading libro libros lectura'],
  ['electronic electronics', 'electronics computer computers gadget gadgets electrónica computadora computadoras'],
  ['home household', 'home house furniture hogar casa muebles'],
  ['sport sports', 'sport sports gym fitness deporte deportes gimnasio'],
  ['beauty', 'beauty cosmetics makeup belleza cosméticos maquillaje'],
  ['pet pets', 'pet pets dog dogs cat cats mascota mascotas perro perros gato gatos'],
  ['kid kids children baby', 'kid kids child children toy toys baby niño niños juguete juguetes bebé'],
  ['utility utilities bills', 'utility utilities bill bills electricity water servicios recibo recibos luz agua'],
  ['health pharmacy', 'health pharmacy medicine salud farmacia medicina medicinas'],
  ['giving charity donation donations', 'giving charity donation donations donación donaciones caridad'],
  ['mobile phone', 'mobile phone phones cell cellphone celular móvil teléfono teléfonos'],
  ['data internet', 'data internet datos'],
]
const wordsByName = new Map(
  otherWords.flatMap(([names, words]) => names.split(' ').map((name) => [name, words] as const)),
)

/** Returns a category's name with what else people call it. */
export function categoryWords(category: string): string {
  const known = (fold(category).match(/\p{L}+/gu) ?? []).flatMap((word) => wordsByName.get(word) ?? [])
  return [category, ...known].join(' ')
}
