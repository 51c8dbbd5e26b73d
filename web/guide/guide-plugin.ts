import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { pictureMark, renderGuide } from './render-guide.ts'
import { webpSize } from './webp-size.ts'

/** Pages of the handbook become modules: rendered when the app is built, their pictures as files beside it. */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    enforce: 'pre',
    transform(markdown, id) {
      if (!/\/docs\/guide\/(?:en|zh)\/[a-z-]+\.md$/.test(id)) return undefined
      const { title, headings, html, pictures } = renderGuide(markdown)
      const files = pictures.map((path) => join(dirname(id), path))
      const imports = files.map((file, index) => `import picture${index} from ${JSON.stringify(`${file}?url`)}`)
      // The size keeps the place of a picture that is loaded later, so that paragraphs do not move.
      const sized = files.reduce((text, file, index) => {
        const { width, height } = webpSize(readFileSync(file))
        return text.replace(`src="${pictureMark(index)}"`, `$& width="${width}" height="${height}"`)
      }, html)
      const filled = files.reduce(
        (code, _, index) => code.replaceAll(`${pictureMark(index)}\\"`, `" + picture${index} + "\\"`),
        JSON.stringify(sized),
      )
      const code = [
        ...imports,
        `export const title = ${JSON.stringify(title)}`,
        `export const headings = ${JSON.stringify(headings)}`,
        `export const html = ${filled}`,
      ]
      return { code: code.join('\n'), map: null, moduleType: 'js' }
    },
  }
}
