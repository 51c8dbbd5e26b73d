import type { LucideIcon } from 'lucide-react'

export type CommandGroup =
  | 'recent'
  | 'suggested'
  | 'examples'
  | 'requests'
  | 'sentences'
  | 'pages'
  | 'actions'
  | 'channels'
  | 'users'
  | 'tokens'
  | 'models'
  | 'settings'

/** One line of the palette. */
export type Command = {
  id: string
  group: CommandGroup
  icon: LucideIcon
  label: string
  /** The name in the other language, and further search words. */
  also: string[]
  /** Grey words at the right: an id, or the place of a setting. */
  hint?: string
  /** A heading within the group. */
  heading?: string
} & (
  | { run: () => void; fills?: undefined }
  /** The beginning of a sentence, which is put into the field. */
  | { fills: string; run?: undefined }
)
