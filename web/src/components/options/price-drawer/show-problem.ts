/** Puts the cursor into the first field with a problem, and opens the part that hides it. */
export function showProblem(form: HTMLElement) {
  const field = form.querySelector<HTMLElement>('[aria-invalid=true], [role=alert] button')
  for (let part = field?.closest('details'); part; part = part.parentElement?.closest('details')) part.open = true
  field?.focus()
}
