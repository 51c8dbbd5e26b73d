export type CodeLanguage = 'shell' | 'powershell' | 'python' | 'javascript' | 'json' | 'toml'
export type PieceKind = 'plain' | 'comment' | 'string' | 'number' | 'keyword' | 'call'
export type Piece = { kind: PieceKind; text: string }

// Enough for our own snippets. Order matters: the match that starts first in the text wins, then the kind listed first.
const text = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`
const number = String.raw`\b\d+(?:\.\d+)?\b`
const call = String.raw`\b[A-Za-z_]\w*(?=\()`
const words = (...list: string[]) => String.raw`\b(?:${list.join('|')})\b`

const grammars: Record<CodeLanguage, Partial<Record<PieceKind, string>>> = {
  shell: { comment: '#.*', string: text, keyword: String.raw`\b(?:curl|export|unset)\b|(?<=\s)-{1,2}[A-Za-z-]+` },
  powershell: { comment: '#.*', string: text, keyword: String.raw`\$env:\w+` },
  json: { string: text, number, keyword: words('true', 'false', 'null') },
  toml: { comment: '#.*', string: text, keyword: String.raw`^\[[^\]\n]+\]`, number },
  python: {
    comment: '#.*',
    string: text,
    keyword: words('from', 'import', 'for', 'in', 'if', 'or', 'with', 'as', 'True'),
    call,
    number,
  },
  javascript: {
    comment: '//.*',
    string: text,
    keyword: words('import', 'from', 'const', 'new', 'await', 'for', 'of', 'true'),
    call,
    number,
  },
}

/** Cuts code into pieces by syntax; joined, they are the code again. */
export function highlight(code: string, language: CodeLanguage): Piece[] {
  const kinds = Object.entries(grammars[language]) as [PieceKind, string][]
  const grammar = new RegExp(kinds.map(([kind, pattern]) => `(?<${kind}>${pattern})`).join('|'), 'gm')
  const pieces: Piece[] = []
  let end = 0
  for (const match of code.matchAll(grammar)) {
    if (match.index > end) pieces.push({ kind: 'plain', text: code.slice(end, match.index) })
    const kind = kinds.find(([name]) => match.groups?.[name] !== undefined)?.[0] ?? 'plain'
    pieces.push({ kind, text: match[0] })
    end = match.index + match[0].length
  }
  if (end < code.length) pieces.push({ kind: 'plain', text: code.slice(end) })
  return pieces
}
