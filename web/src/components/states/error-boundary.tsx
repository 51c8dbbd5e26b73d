import { Component, type ReactNode } from 'react'
import { CrashState } from './crash-state.tsx'

type Props = { children: ReactNode }
type State = { error?: unknown; failed: boolean }

/** Shows the crash state instead of a blank window when a component throws. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true }
  }

  override render() {
    return this.state.failed ? <CrashState error={this.state.error} /> : this.props.children
  }
}
