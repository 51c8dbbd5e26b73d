import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { CodeBlock } from './code-block.tsx'
import { Formula } from './formula.tsx'
import styles from './markdown.module.css'
import type { FormulaToken } from './markdown.ts'
import { Picture } from './picture.tsx'
import { isSafeLink, plainText } from './plain-text.ts'

/**
 * Markdown as elements, without a string of HTML in between: tags in a model's answer are words like any other, so a
 * script in it has no way to run.
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

/** The page has the first heading; those of an answer begin below it. */
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
