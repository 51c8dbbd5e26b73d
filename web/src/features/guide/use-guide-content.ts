import { useQuery } from '@tanstack/react-query'
import type { GuidePage } from '../../components/help/guide-pages.ts'
import { language } from '../../lib/browser/preferences.ts'
import type { GuideContent } from './guide-content.ts'

// Each page is a file of its own, rendered when the app is built.
const contents = import.meta.glob<GuideContent>('../../../../docs/guide/*/*.md')

/** A page of the handbook in the user's language. */
export function useGuideContent(page: GuidePage) {
  const spoken = language.use()
  return useQuery({
    queryKey: ['guide', spoken, page],
    queryFn: () => contents[`../../../../docs/guide/${spoken}/${page}.md`]?.() ?? Promise.reject(new Error(page)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
