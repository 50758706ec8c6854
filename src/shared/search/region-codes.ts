import { languages } from '../app/locales.ts'

/** Regions of UN M49 (https://unstats.un.org/unsd/methodology/m49/): continents and their parts. */
export const regionCodes: readonly string[] = [
  ...['001', '002', '003', '005', '009', '011', '013', '014', '015', '017', '018', '019', '021', '029', '030', '034'],
  ...['035', '039', '053', '054', '057', '061', '142', '143', '145', '150', '151', '154', '155', '202', '419'],
]

/** What people call the whole world. */
export const worldWords: readonly string[] = [...new Set(Object.values(languages).flatMap((one) => one.worldWords))]
