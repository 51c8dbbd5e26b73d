import { memo, useMemo, useRef } from 'react'
import proseStyles from '../../../components/style/prose.module.css'
import styles from './markdown.module.css'
import { tokensOf } from './markdown-tokens.ts'
import { renderTokens } from './render-tokens.tsx'
import { type Blocks, splitBlocks } from './split-blocks.ts'
import { usePacedText } from './use-paced-text.ts'

/** The Markdown of a response. While it grows, only its last blocks are parsed and rendered again. */
export function Markdown(response: { text: string; isOpen: boolean }) {
  const { text, isOpen, hasGrown } = usePacedText(response.text, response.isOpen)
  const before = useRef<Blocks>(undefined)
  const blocks = useMemo(() => splitBlocks(text, before.current), [text])
  before.current = blocks
  const all = [...blocks.stable, ...blocks.open]
  const groups: string[][] = []
  for (let at = 0; at < all.length; at += groupSize) groups.push(all.slice(at, at + groupSize))
  return (
    <div className={`${proseStyles.prose} ${styles.text}`}>
      {groups.map((group, index) => {
        const fromEnd = groups.length - 1 - index
        const isResting = !hasGrown || fromEnd >= awakeGroups
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
        return <Group key={index} blocks={group} isOpen={isOpen && fromEnd === 0} isResting={isResting} />
      })}
    </div>
  )
}

/** Blocks that the browser skips together while they are out of sight. */
const groupSize = 3
/** Resting in sight means to be laid out twice in a frame, so the last groups of a growing text stay awake. */
const awakeGroups = 4

type GroupProps = { blocks: readonly string[]; isOpen: boolean; isResting: boolean }

const isSame = (a: GroupProps, b: GroupProps) =>
  a.isOpen === b.isOpen &&
  a.isResting === b.isResting &&
  a.blocks.length === b.blocks.length &&
  a.blocks.every((block, index) => block === b.blocks[index])

const Group = memo(
  ({ blocks, isOpen, isResting }: GroupProps) => (
    <div className={isResting ? `${styles.group} ${styles.resting}` : styles.group}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
        <Block key={index} text={block} isOpen={isOpen && index === blocks.length - 1} />
      ))}
    </div>
  ),
  isSame,
)

const Block = memo(({ text, isOpen }: { text: string; isOpen: boolean }) =>
  useMemo(() => renderTokens(tokensOf(text), isOpen), [text, isOpen]),
)
