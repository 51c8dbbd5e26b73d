import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode, useState } from 'react'
import { CodeBlock } from './code-block.tsx'
import styles from './markdown.module.css'
import type { FormulaToken } from './markdown-tokens.ts'
import { isOwnPicture, isSafeLink, plainText } from './plain-text.ts'
import 'katex/dist/katex.min.css'
import { Image } from 'lucide-react'
import { isAllowed } from '../../../lib/browser/page-policy.ts'
import { inWorker } from './in-worker.ts'
import { LaterWork, useLaterWork } from './later-work.ts'
import { markdownText } from './markdown.text.ts'

/**
 * Markdown as elements, without a string of HTML in between: tags in a model's response are plain text, so a
 * script in it never runs.
 */
export const renderTokens = (tokens: readonly Token[] | undefined, isOpen: boolean): ReactNode =>
  tokens?.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are known by their place
    <Fragment key={index}>{renderToken(token, isOpen && index === tokens.length - 1)}</Fragment>
  ))

/** `isOpen`: the text may go on right here. */
function renderToken(given: Token, isOpen: boolean): ReactNode {
  const inner = () => renderTokens((given as Tokens.Generic).tokens, isOpen)
  switch (given.type) {
    case 'space':
    case 'def':
      return null
    case 'paragraph':
      return <p>{inner()}</p>
    case 'text':
      return (given as Tokens.Text).tokens ? inner() : plainText((given as Tokens.Text).text)
    case 'escape':
      return (given as Tokens.Escape).text
    case 'strong':
      return <strong>{inner()}</strong>
    case 'em':
      return <em>{inner()}</em>
    case 'del':
      return <del>{inner()}</del>
    case 'br':
      return <br />
    case 'hr':
      return <hr />
    case 'codespan':
      return <code>{(given as Tokens.Codespan).text}</code>
    case 'code': {
      const { text, lang = '', raw } = given as Tokens.Code
      return (
        <CodeBlock
          code={text}
          language={lang.split(/\s/)[0] ?? ''}
          isOpen={isOpen && !/\n\s*(```|~~~)\s*$/.test(raw)}
        />
      )
    }
    case 'heading':
      return heading((given as Tokens.Heading).depth, inner())
    case 'blockquote':
      return <blockquote>{inner()}</blockquote>
    case 'list':
      return list(given as Tokens.List, isOpen)
    case 'table':
      return table(given as Tokens.Table)
    case 'link':
      return link(given as Tokens.Link, inner())
    case 'image':
      return <Picture address={(given as Tokens.Image).href} text={plainText((given as Tokens.Image).text)} />
    case 'formula':
      return <Formula text={(given as FormulaToken).text} isBlock={(given as FormulaToken).isBlock} />
    case 'html':
      return /^<br\s*\/?>\s*$/i.test(given.raw) ? <br /> : (given as Tokens.HTML).block ? <p>{given.raw}</p> : given.raw
    default:
      return given.raw
  }
}

/** The page has the first-level heading, so the headings of a response begin below it. */
function heading(depth: number, content: ReactNode) {
  if (depth === 1) return <h2 className={styles.heading1}>{content}</h2>
  if (depth === 2) return <h3 className={styles.heading2}>{content}</h3>
  return <h4>{content}</h4>
}

function list({ ordered, start, items }: Tokens.List, isOpen: boolean) {
  const lines = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are known by their place
    <li key={index} className={item.task ? styles.task : undefined}>
      {item.task && <input type="checkbox" checked={item.checked ?? false} readOnly disabled aria-label={item.text} />}
      {renderTokens(
        item.tokens.filter(({ type }) => type !== 'checkbox'),
        isOpen && index === items.length - 1,
      )}
    </li>
  ))
  return ordered ? <ol start={start === '' ? 1 : start}>{lines}</ol> : <ul>{lines}</ul>
}

function table({ header, align, rows }: Tokens.Table) {
  const sideOf = (index: number) => ({ textAlign: align[index] ?? undefined })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables must be scrollable by keyboard
    <div className={styles.table} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are known by their place
              <th key={index} style={sideOf(index)}>
                {renderTokens(cell.tokens, false)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are known by their place
            <tr key={line}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are known by their place
                <td key={index} style={sideOf(index)}>
                  {renderTokens(cell.tokens, false)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const link = ({ href }: Tokens.Link, content: ReactNode) =>
  isSafeLink(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  ) : (
    content
  )

const fonts = ['1em KaTeX_Main', 'italic 1em KaTeX_Math']
let haveFonts: Promise<unknown> | undefined

/**
 * The style sheet comes with the page, because one that names fonts makes the browser lay out everything again. Formulas come
 * after their fonts, so that a page full of them is not laid out twice.
 */
const formulas = new LaterWork(async (text, kind) => {
  haveFonts ??= Promise.allSettled(fonts.map((font) => document.fonts.load(font)))
  await haveFonts
  return inWorker<string>('formula', text, kind)
}, 500)

/** A formula; its source until KaTeX has set it. */
function Formula({ text, isBlock }: { text: string; isBlock: boolean }) {
  const html = useLaterWork(formulas, text, isBlock ? 'block' : 'inline')
  const className = isBlock ? styles.blockFormula : undefined
  if (html === undefined) return <code className={className}>{text}</code>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML that KaTeX made, with `trust` off
  return <span className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

/** A picture in a response. A picture of another site is fetched only on a click: its address could leak the conversation. */
function Picture({ address, text }: { address: string; text: string }) {
  const t = markdownText.use()
  const [isShown, setIsShown] = useState(false)
  const url = URL.parse(address)
  if (isOwnPicture(address) || (isShown && url?.protocol === 'https:'))
    return <img src={address} alt={text} loading="lazy" referrerPolicy="no-referrer" />
  if (url?.protocol !== 'https:') return text
  if (!isAllowed('img-src', address))
    return (
      <a className={styles.picture} href={address} target="_blank" rel="noopener noreferrer">
        <Image aria-hidden /> {text ? `${text} · ` : ''}
        {t('openPicture', { host: url.host })}
      </a>
    )
  return (
    <button type="button" className={styles.picture} onClick={() => setIsShown(true)}>
      <Image aria-hidden /> {text ? `${text} · ` : ''}
      {t('showPicture', { host: url.host })}
    </button>
  )
}
