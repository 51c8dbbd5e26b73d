import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { language } from '../browser/preferences.ts'

// Nothing is fetched: queries of the component itself stay pending. A timer that drops them would keep the process for minutes.
const kept = { gcTime: Number.POSITIVE_INFINITY }

type Surroundings = { address?: string; width?: number }

/**
 * The markup of a component, in English, as it is before anybody clicks. The effects of clicks are tested by journeys.
 */
export function draw<Props extends object>(
  component: ComponentType<Props>,
  props: Props,
  { address = '/', width = 1440 }: Surroundings = {},
): Drawing {
  // Other tests of this process replace the window and choose a language too.
  Object.assign(window, { matchMedia: (query: string) => ({ matches: width <= maxWidthOf(query) }) })
  const client = new QueryClient({ defaultOptions: { queries: kept, mutations: kept } })
  const spoken = language.get()
  language.set('en')
  const router = createMemoryRouter([{ path: '*', element: createElement(component, props) }], {
    initialEntries: [address],
  })
  try {
    const page = createElement(RouterProvider, { router })
    return drawingOf(renderToStaticMarkup(createElement(QueryClientProvider, { client }, page)))
  } finally {
    language.set(spoken)
    router.dispose()
  }
}

const maxWidthOf = (query: string) => Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0)

export type Drawing = {
  markup: string
  /** Every text, in order, without the markup. */
  text: string
  /** The opening tags of elements of this name. */
  tags(name: string): string[]
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' }
const decode = (text: string) => text.replace(/&(lt|gt|quot|#x27|amp);/g, (entity) => entities[entity] ?? entity)

const drawingOf = (markup: string): Drawing => ({
  markup,
  text: decode(markup.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim(),
  tags: (name) => [...markup.matchAll(new RegExp(`<${name}\\b[^>]*>`, 'g'))].map(([tag]) => decode(tag)),
})
