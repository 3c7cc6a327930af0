// Form submissions: of valid forms, and of tagged forms under the tag's name. Never delayed, never repeated.
import { config, track } from './core.ts'
import { findTag, isForm } from './tags.ts'

/**
 * Starts listening; while capturing for all forms, so that no page hides them, bubbling for tags (spec/tracker 9, 10).
 */
export function startForms(): void {
  if (CLASSIC ? FEATURES.FORM_SUBMISSIONS : 1) {
    document.addEventListener(
      'submit',
      (event) => {
        const form = event.target
        if (
          (CLASSIC || config.formSubmissions) &&
          // Unlike checkValidity, this tells the page nothing.
          isForm(form, 'form:valid,form[novalidate]') &&
          !((CLASSIC ? FEATURES.TAGGED_EVENTS : 1) && findTag(form, false))
        ) {
          track('Form: Submission')
        }
      },
      true,
    )
  }
  if (CLASSIC ? FEATURES.TAGGED_EVENTS : 1) {
    document.addEventListener('submit', (event) => {
      const form = event.target
      const tag = isForm(form) && findTag(form, false)
      if (tag) track(tag.name, tag.options)
    })
  }
}
