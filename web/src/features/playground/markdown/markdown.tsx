import { memo, useMemo, useRef } from 'react'
import styles from './markdown.module.css'
import { tokensOf } from './markdown.ts'
import { renderTokens } from './render-tokens.tsx'
import { type Blocks, splitBlocks } from './split-blocks.ts'

/** The Markdown of an answer. While it grows, only its last blocks are read and drawn again. */
export function Markdown({ text, isOpen }: { text: string; isOpen: boolean }) {
  const before = useRef<Blocks>(undefined)
  const blocks = useMemo(() => splitBlocks(text, before.current), [text])
  before.current = blocks
  const all = [...blocks.stable, ...blocks.open]
  return (
    <div className={styles.text}>
      {all.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
        <Block key={index} text={block} isOpen={isOpen && index === all.length - 1} />
      ))}
    </div>
  )
}

const Block = memo(({ text, isOpen }: { text: string; isOpen: boolean }) =>
  useMemo(() => renderTokens(tokensOf(text), isOpen), [text, isOpen]),
)
