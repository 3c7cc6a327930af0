export const meanings: Readonly<Record<string, string>> = {
  visitors:
    'Personen, die im Zeitraum mindestens einmal da waren. Ein Besucher wird nur einen Tag lang wiedererkannt: Wer an zwei Tagen kommt, zählt an jedem der beiden, innerhalb eines Tages aber nur einmal.',
  visits: 'Aktivität eines Besuchers ohne Pause von {minutes} Minuten oder mehr.',
  pageviews: 'Wie oft eine Seite aufgerufen wurde.',
  events: 'Alle gezählten Ereignisse: Seitenaufrufe und eigene Ereignisse.',
  views_per_visit: 'Seitenaufrufe geteilt durch Besuche.',
  bounce_rate: 'Anteil der Besuche mit nur einem Seitenaufruf und sonst nichts.',
  visit_duration: 'Durchschnittliche Zeit von der ersten bis zur letzten Aktivität eines Besuchs.',
  time_on_page: 'Durchschnittliche Zeit je Besuch, in der die Seite im Vordergrund war.',
  scroll_depth: 'Wie weit eine Seite im Durchschnitt nach unten gescrollt wurde.',
  percentage:
    'Anteil der Besucher dieser Zeile an allen Besuchern des Zeitraums unter den Filtern. Ein Besucher kann in mehreren Zeilen stehen, daher ergeben die Anteile zusammen manchmal mehr als 100 %.',
  conversion_rate: 'Anteil der Besucher, die das Ziel erreicht haben, an allen Besuchern unter den übrigen Filtern.',
  group_conversion_rate: 'Anteil der Besucher dieser Zeile, die das Ziel erreicht haben.',
  exit_rate: 'Anteil der Seitenaufrufe, mit denen ein Besuch auf dieser Seite endete.',
  drop_off: 'Anteil der Besucher, die den vorherigen Schritt erreicht haben, diesen aber nicht.',
  total_revenue: 'Summe aller mit dem Ziel gesendeten Beträge.',
  average_revenue: 'Summe der Beträge geteilt durch die Anzahl der Abschlüsse mit Betrag.',
}

export const meaningsOfSteps: Readonly<Record<string, string>> = {
  ...meanings,
  visitors: 'Personen, die den Schritt in einem Besuch nach allen vorherigen Schritten erreicht haben.',
  percentage: 'Anteil der Besucher des ersten Schritts, die auch diesen erreicht haben.',
}
