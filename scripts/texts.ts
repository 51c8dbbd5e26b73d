import { readTexts } from './texts/read-texts.ts'

// The table that a translator fills in: every English text of the console, each once.
const texts = readTexts(['web/src', 'contract/src', 'server/src']).flatMap(({ en }) => en)
console.log(JSON.stringify(Object.fromEntries(texts.map((text) => [text, ''])), null, 2))
