/** How an upstream wants the mode of a drawing in the address: not at all, as `fast`, or as `mj-fast`. */
export const mjModePaths = ['drop', 'plain', 'mj'] as const
export type MjModePath = (typeof mjModePaths)[number]

/** Members of a channel's extra settings that are checked when it is saved; the others are read by its provider. */
const members: Readonly<Record<string, (value: unknown) => boolean>> = {
  mj_mode_path: (value) => mjModePaths.includes(value as MjModePath),
  /** The upstream reports on its drawings by itself. */
  mj_callback: (value) => typeof value === 'boolean',
}

/** The first member with a value that it cannot have. */
export const wrongSetting = (setting: Readonly<Record<string, unknown>>): string | undefined =>
  Object.entries(members).find(([name, isValid]) => setting[name] !== undefined && !isValid(setting[name]))?.[0]
