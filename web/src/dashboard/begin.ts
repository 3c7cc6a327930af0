// Asks the first questions, before anything is drawn: the page's entry imports this first.
import { facts } from '../service/facts.ts'
import { createDashboard } from '../state/dashboard.ts'
import type { DashboardFacts } from '../state/facts.ts'

export const dashboard = createDashboard(facts as DashboardFacts)
dashboard.start()
