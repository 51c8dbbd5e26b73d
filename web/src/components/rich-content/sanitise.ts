import createDomPurify from 'dompurify'
import { disableHandlers } from './disable-handlers.ts'

const purify = createDomPurify(window)

const links = /^(?:https?:|mailto:|\/(?!\/)|#)/i
/** Pictures over plain http are refused by our content policy, so they are not even requested. */
const images = /^(?:https:|data:image\/(?:png|jpeg|gif|webp|avif);|\/(?!\/))/i

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    const href = node.getAttribute('href')?.trim()
    if (href === undefined || !links.test(href)) node.removeAttribute('href')
    else if (!/^[/#]/.test(href)) node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  }
  if (node.tagName === 'IMG') {
    if (!images.test(node.getAttribute('src')?.trim() ?? '')) node.removeAttribute('src')
    node.setAttribute('loading', 'lazy')
    node.setAttribute('referrerpolicy', 'no-referrer')
  }
})

/**
 * The one sanitiser of the console: foreign HTML in, harmless HTML out. Nothing active, no forms to phish with, and no
 * styles, classes or ids that could cover or imitate our own controls.
 */
export const sanitise = (html: string): string =>
  purify.sanitize(disableHandlers(html), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: [
      'style',
      'form',
      'input',
      'button',
      'select',
      'textarea',
      'option',
      'audio',
      'video',
      'source',
      'picture',
    ],
    FORBID_ATTR: ['style', 'class', 'id', 'name', 'srcset', 'action', 'formaction', 'background', 'poster'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
