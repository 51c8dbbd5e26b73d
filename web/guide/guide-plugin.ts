import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { guidePages } from '../src/components/help/guide-pages.ts'
import { paragraphsOf } from '../src/features/guide/search-guide.ts'
import { pictureMark, renderGuide } from './render-guide.ts'
import { webpSize } from './webp-size.ts'

const folder = join(import.meta.dirname, '..', '..', 'docs', 'guide')
const textModule = /^\0?virtual:guide-text\/(en|zh)$/

/** Every paragraph of the handbook in a language, in one file: to be searched, it is fetched whole. */
function guideText(language: string): string {
  const paragraphs = guidePages.flatMap((page) =>
    paragraphsOf(page, renderGuide(readFileSync(join(folder, language, `${page}.md`), 'utf8'))),
  )
  return `export const paragraphs = ${JSON.stringify(paragraphs)}`
}

/** Pages of the handbook become modules: rendered when the app is built, their pictures as files beside it. */
export function guideFiles(): Plugin {
  return {
    name: 'guide-pages',
    enforce: 'pre',
    resolveId: (id) => (textModule.test(id) ? `\0${id}` : undefined),
    load(id) {
      const language = textModule.exec(id)?.[1]
      return language && guideText(language)
    },
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
