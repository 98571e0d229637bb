/* The cookie policy's script: shows the stored cookie choice and lets a visitor change it. */

const choice = document.getElementById('cookie-choice')
const key = choice?.dataset.key
if (choice && key) {
  try {
    show(choice, localStorage.getItem(key))
    choice.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLButtonElement) answer(choice, key, target.value)
    })
  } catch {
    // Storage is blocked, so there is no choice to show or change.
  }
}

function answer(choice: HTMLElement, key: string, given: string): void {
  localStorage.setItem(key, given)
  show(choice, given)
  document.querySelector('.cookie-banner')?.remove()
}

function show(choice: HTMLElement, given: string | null): void {
  for (const line of choice.querySelectorAll<HTMLElement>('[data-answer]'))
    line.hidden = line.dataset.answer !== (given ?? 'none')
  choice.hidden = false
}
