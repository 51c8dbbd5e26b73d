import { Suspense } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { lazyPart } from '../lib/browser/lazy-part.ts'
import { Guarded } from './guarded.tsx'
import { BareFrame } from './layout/bare-frame.tsx'
import { PublicFrame } from './layout/public-frame.tsx'
import { RootLayout } from './layout/root-layout.tsx'
import { RouteError } from './route-error.tsx'
import { type RouteRow, routes } from './routes.tsx'

// Lazy: the sign-in page and the public pages do not load the side bar.
const ConsoleFrame = lazyPart(async () => (await import('./layout/console-frame.tsx')).ConsoleFrame)

const frames = { bare: BareFrame, public: PublicFrame, console: ConsoleFrame }

const routeOf = (row: RouteRow): RouteObject => ({
  path: row.path,
  handle: row,
  ErrorBoundary: RouteError,
  element: (
    <Guarded access={row.access}>
      <Suspense>
        <row.page />
      </Suspense>
    </Guarded>
  ),
})

function frameOf(frame: RouteRow['frame']): RouteObject {
  const Frame = frames[frame]
  return {
    ErrorBoundary: RouteError,
    element: (
      <Suspense>
        <Frame />
      </Suspense>
    ),
    children: routes.filter((row) => row.frame === frame).map(routeOf),
  }
}

export const router = createBrowserRouter([
  {
    element: <RootLayout />,
    ErrorBoundary: RouteError,
    children: [frameOf('public'), frameOf('bare'), frameOf('console')],
  },
])
