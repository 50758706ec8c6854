// Cyrillic and Greek letters that look Latin (Unicode UTS 39), or whose capital does, and each one's Latin letter.
const letters = 'авеёіјкмнорсѕтух' + 'αβεζηικμνΝορτυΥχ'
const looks = 'abeëijkmhopcstyx' + 'abezhikmvnoptuyx'
const latin = new Map([...letters].map((letter, index) => [letter, looks[index]]))

/** Returns what two names share if a reader may take one for the other: case, letters of other alphabets and how accents are stored differ. */
export function nameKey(name: string): string {
  // What joins or colours the parts of an emoji shows nothing of its own.
  return [
    ...name
      .normalize('NFKC')
      .replace(/[\u200d\ufe0e\ufe0f]/g, '')
      .trim(),
  ]
    .map((letter) => latin.get(letter) ?? latin.get(letter.toLowerCase()) ?? letter.toLowerCase())
    .join('')
}
