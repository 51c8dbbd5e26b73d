import { paletteOf, type Scheme } from './roles.ts'

const block = (scheme: Scheme) =>
  [
    `color-scheme: ${scheme}`,
    ...Object.entries(paletteOf(scheme)).map(([role, colour]) => `--${role}: ${colour}`),
  ].join(';')

/**
 * Every role as a CSS variable. `data-theme` decides once the entry module has run; until then the system does, so that
 * the first, still empty page does not flash.
 */
export const rolesCss = () =>
  [
    `:root{${block('light')}}`,
    `@media (prefers-color-scheme: dark){:root:not([data-theme]){${block('dark')}}}`,
    `:root[data-theme='dark']{${block('dark')}}`,
  ].join('\n')
