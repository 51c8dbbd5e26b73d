import type { Plugin } from 'vite'

/** `standIn`: what takes the place of a part that is asked although nothing of it is seen. */
type UnusedPart = { importer: string; id: string; names?: string[]; standIn?: string }

/** `AntdProvider` switches waves off. */
const noWave = 'export default ({ children }) => children ?? null'

/** Parts of Ant Design that other parts import for a use that is not ours: 30 kB, gzipped, on a page with a list. */
const unusedParts: UnusedPart[] = [
  // All tooltips in one popup, which makes every page bring popups.
  { importer: '/config-provider/index.js', id: '../tooltip/UniqueProvider' },
  // Filters in the heads of columns, with a tree and radio buttons. Our lists have their filters above them.
  { importer: '/table/hooks/useFilter/index.js', id: './FilterDropdown', names: ['flattenKeys'] },
  // A menu of groups of rows, such as the odd ones, and a list of which one row can be chosen.
  { importer: '/table/hooks/useSelection.js', id: '../../dropdown' },
  { importer: '/table/hooks/useSelection.js', id: '../../radio' },
  // Rows that are drawn when they are scrolled into view. Our long tables do that by themselves.
  { importer: '/table/InternalTable.js', id: './RcTable/VirtualTable' },
  // A picture of nothing. Our lists have empty states, and `AntdProvider` says it in words.
  { importer: '/table/InternalTable.js', id: '../config-provider/defaultRenderEmpty' },
  { importer: '/select/index.js', id: '../config-provider/defaultRenderEmpty' },
  // The waves that leave a pressed button, for which each button listens.
  { importer: '/button/Button.js', id: '../_util/wave', standIn: noWave },
  { importer: '/switch/index.js', id: '../_util/wave', standIn: noWave },
  { importer: '/checkbox/Checkbox.js', id: '../_util/wave', standIn: noWave },
  // Tooltips in any colour, which needs arithmetic with colours.
  { importer: '/tooltip/index.js', id: './util', standIn: 'export const parseColor = () => ({})' },
  { importer: '/tooltip/PurePanel.js', id: './util', standIn: 'export const parseColor = () => ({})' },
  { importer: '/input/index.js', id: './OTP' },
  { importer: '/input/index.js', id: './Search' },
]

/** Says so when it is used after all. */
function standInOf({ importer, id, names = [], standIn }: UnusedPart): string {
  if (standIn) return standIn
  const refusal = `${id} of antd${importer} is left out of the build`
  return `const unused = () => { throw new Error(${JSON.stringify(refusal)}) }
    export { ${['default', ...names].map((name) => `unused as ${name}`).join(', ')} }`
}

const prefix = '\0unused-part:'

export function withoutUnusedParts(): Plugin {
  return {
    name: 'without-unused-parts',
    enforce: 'pre',
    apply: 'build', // the development server bundles Ant Design by itself
    resolveId(id, importer) {
      const index = unusedParts.findIndex((part) => part.id === id && importer?.endsWith(`/antd/es${part.importer}`))
      return index >= 0 ? `${prefix}${index}` : undefined
    },
    load(id) {
      const part = id.startsWith(prefix) ? unusedParts[Number(id.slice(prefix.length))] : undefined
      return part && standInOf(part)
    },
    buildEnd() {
      const missed = unusedParts.find((_, index) => !this.getModuleInfo(`${prefix}${index}`))
      if (missed) this.error(`${missed.id} is no longer imported by antd${missed.importer}`)
    },
  }
}
