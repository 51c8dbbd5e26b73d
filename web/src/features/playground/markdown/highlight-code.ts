import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import lua from 'highlight.js/lib/languages/lua'
import makefile from 'highlight.js/lib/languages/makefile'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'

const languages = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  makefile,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
}
const lowlight = createLowlight(languages)

/** A piece of code and the class of its kind; joined, the pieces are the code. */
export type CodePiece = { text: string; kind: string }

/** Cuts code by its syntax; undefined for a language that is not known here. Aliases such as `ts` are known. */
export function highlightCode(code: string, language: string): CodePiece[] | undefined {
  if (!lowlight.registered(language)) return undefined
  const pieces: CodePiece[] = []
  const walk = (nodes: ReturnType<typeof lowlight.highlight>['children'], kind: string) => {
    for (const node of nodes) {
      if (node.type === 'text') pieces.push({ text: node.value, kind })
      else if (node.type === 'element') walk(node.children, kindOf(node.properties.className) || kind)
    }
  }
  walk(lowlight.highlight(language, code).children, '')
  return pieces
}

const kinds: Record<string, string> = {
  keyword: 'keyword',
  built_in: 'call',
  type: 'call',
  literal: 'number',
  number: 'number',
  string: 'string',
  regexp: 'string',
  comment: 'comment',
  doctag: 'comment',
  meta: 'comment',
  title: 'call',
  function_: 'call',
  class_: 'call',
  attr: 'keyword',
  attribute: 'keyword',
  name: 'keyword',
  tag: 'plain',
  section: 'keyword',
  addition: 'string',
  deletion: 'number',
  variable: 'call',
  'selector-class': 'call',
  'selector-id': 'call',
  'selector-tag': 'keyword',
}

const kindOf = (names: unknown): string =>
  (Array.isArray(names) ? names : []).map((name) => kinds[String(name).replace(/^hljs-/, '')]).find(Boolean) ?? ''
