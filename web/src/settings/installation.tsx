// The script of a site: its tracker configuration, and what to put on its pages.
import { Snippets } from '../parts/install.tsx'
import { install } from '../text/en/install.ts'
import { domain } from './kit.tsx'

export function View() {
  return (
    <section class="card install" aria-labelledby="installation">
      <h2 id="installation">{install.title}</h2>
      <Snippets domain={domain} />
    </section>
  )
}
