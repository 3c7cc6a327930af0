export const lead =
  'Qui a modifié quoi, du plus récent au plus ancien. Seuls les propriétaires voient cette page. Les entrées sont conservées {days} jours.'
export const scope = 'Afficher'
export const scopes = { site: 'Ce site', team: 'Toute l’équipe' } as const
export const kind = 'Modification'
export const allKinds = 'Toutes les modifications'
export const person = 'Personne'
export const everyone = 'Tout le monde'
export const csv = 'Télécharger en CSV'
export const older = 'Plus anciennes'
export const newer = 'Plus récentes'
export const none = 'Aucune modification enregistrée pour le moment.'
export const noMatch = 'Aucune modification ne correspond à ces filtres.'
export const by = {
  user: '{name}',
  key: '{name} avec la clé API {detail}',
  token: 'Jeton d’extension {detail}',
  command: 'Exploitant',
  service: 'Tidemark',
} as const
export const values = 'Avant et après'
export const before = 'Avant'
export const after = 'Après'
export const kinds = {
  'team.created': 'Équipe créée',
  'team.changed': 'Équipe modifiée',
  'member.added': 'Membre ajouté',
  'member.changed': 'Rôle d’un membre modifié',
  'member.removed': 'Membre retiré',
  'invitation.created': 'Invitation envoyée',
  'invitation.accepted': 'Invitation acceptée',
  'invitation.withdrawn': 'Invitation annulée',
  'guest.added': 'Invité ajouté',
  'guest.changed': 'Rôle d’un invité modifié',
  'guest.removed': 'Invité retiré',
  'site.created': 'Site créé',
  'site.changed': 'Paramètres du site modifiés',
  'site.deleted': 'Site supprimé',
  'tracker.changed': 'Paramètres de mesure modifiés',
  'kit.renewed': 'Secret de kit remplacé',
  'properties.changed': 'Liste des propriétés modifiée',
  'goal.created': 'Objectif créé',
  'goal.changed': 'Objectif modifié',
  'goal.deleted': 'Objectif supprimé',
  'funnel.created': 'Tunnel créé',
  'funnel.changed': 'Tunnel modifié',
  'funnel.deleted': 'Tunnel supprimé',
  'segment.created': 'Segment créé',
  'segment.changed': 'Segment modifié',
  'segment.deleted': 'Segment supprimé',
  'note.created': 'Note créée',
  'note.changed': 'Note modifiée',
  'note.deleted': 'Note supprimée',
  'shield.created': 'Règle d’exclusion ajoutée',
  'shield.deleted': 'Règle d’exclusion retirée',
  'link.created': 'Lien partagé créé',
  'link.changed': 'Lien partagé modifié',
  'link.deleted': 'Lien partagé supprimé',
  'recipients.changed': 'Destinataires des rapports modifiés',
  'channel.created': 'Canal créé',
  'channel.changed': 'Canal modifié',
  'channel.deleted': 'Canal supprimé',
  'statistics.requested': 'Suppression de statistiques demandée',
  'statistics.stopped': 'Suppression de statistiques arrêtée',
  'statistics.erased': 'Statistiques supprimées',
  'rule.created': 'Alerte créée',
  'rule.changed': 'Alerte modifiée',
  'rule.deleted': 'Alerte supprimée',
  'import.started': 'Import démarré',
  'import.cancelled': 'Import annulé',
  'import.deleted': 'Import supprimé',
  'export.made': 'Données exportées',
  'token.created': 'Jeton d’extension créé',
  'token.revoked': 'Jeton d’extension révoqué',
  'key.created': 'Clé API créée',
  'key.changed': 'Clé API modifiée',
  'key.revoked': 'Clé API révoquée',
  'account.created': 'Compte créé',
  'account.changed': 'Compte modifié',
  'account.deleted': 'Compte supprimé',
  'password.changed': 'Mot de passe modifié',
  'second_factor.enabled': 'Authentification à deux facteurs activée',
  'second_factor.disabled': 'Authentification à deux facteurs désactivée',
  'identity.linked': 'Compte lié à un service de connexion',
  'sessions.ended': 'Déconnexion partout',
  'sign_in_link.created': 'Lien de connexion créé',
  'sql_role.granted': 'Accès SQL accordé',
  'sql_role.revoked': 'Accès SQL retiré',
  'sql_role.track_granted': 'Envoi d’événements par SQL autorisé',
  'sql_role.track_revoked': 'Envoi d’événements par SQL révoqué',
} as const
