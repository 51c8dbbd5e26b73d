import type { Plugin } from 'vite'

/** Ends the build when files of it import each other: the one that runs first would use what the other has not made yet. */
export function refuseCircularFiles(): Plugin {
  return {
    name: 'refuse-circular-files',
    generateBundle(_, bundle) {
      const importsOf = (file: string) => {
        const output = bundle[file]
        return output?.type === 'chunk' ? output.imports : []
      }
      const circle = Object.keys(bundle)
        .map((file) => circleFrom(file, importsOf))
        .find((files) => files !== undefined)
      if (circle) this.error(`files import each other: ${circle.join(' → ')}`)
    },
  }
}

/** The shortest way from a file back to itself. */
export function circleFrom(start: string, importsOf: (file: string) => readonly string[]): string[] | undefined {
  const ways: string[][] = [[start]]
  const seen = new Set<string>()
  for (let way = ways.shift(); way !== undefined; way = ways.shift())
    for (const next of importsOf(way.at(-1) ?? start)) {
      if (next === start) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  return undefined
}
