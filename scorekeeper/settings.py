"""Django's settings. Nothing needs to be set at home; SCOREKEEPER_MODE=production chooses the rest.

`environment` reads and refuses, `home` finds out what a laptop knows by itself, `database` opens the
database; this module puts their answers where Django looks for them.
"""

from pathlib import Path
from typing import Any

from environs import Env

from scorekeeper.core.conf import environment, home_mode
from scorekeeper.core.db import database

CHOICES = environment.read(Env())
PRODUCTION = CHOICES.production

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = home_mode.data_folder(CHOICES.data, BASE_DIR)

DEBUG = CHOICES.debug
SECRET_KEY = CHOICES.secret_key or home_mode.secret_key(DATA_DIR)
ALLOWED_HOSTS = CHOICES.hosts if PRODUCTION else [*CHOICES.hosts, *home_mode.allowed_hosts()]

INSTALLED_APPS = [
    "scorekeeper",
    "scorekeeper.people",
    "scorekeeper.ledger",
    "scorekeeper.play",
    "scorekeeper.games",
    "scorekeeper.history",
    "scorekeeper.live",
    "scorekeeper.archive",
    "scorekeeper.maintenance",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    # its tables and its verification of passkeys; none of its addresses (docs/decisions/accounts.md)
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
]

MIDDLEWARE = [
    "scorekeeper.core.web.security_headers.GuardMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # Static files need no policy of a page, which is longer: they carry the first one's.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # After the static files, which are compressed beforehand; docs/decisions/page-weight.md says why it is safe.
    "scorekeeper.core.web.middleware.CompressionMiddleware",
    "scorekeeper.core.web.middleware.PrivatePagesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "scorekeeper.core.i18n.dates.ZoneMiddleware",
    # Before whatever refuses anything: refusals are read by people, too.
    "scorekeeper.people.language.LanguageMiddleware",
    "scorekeeper.core.web.middleware.ReadableMiddleware",
    "django.middleware.common.CommonMiddleware",
    "scorekeeper.core.web.middleware.OwnFormsMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    # After the check that a form comes from a page of ours: other sites could use up a person's attempts.
    "scorekeeper.people.throttle.ThrottleMiddleware",
    # After what refuses: only what is answered takes long.
    "scorekeeper.people.slow_requests.SlowRequestMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # allauth's passkeys look for the request here
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"
AUTH_USER_MODEL = "people.Person"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                ("django.template.loaders.cached.Loader", ["scorekeeper.core.web.template_loader.Loader"]),
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "scorekeeper.table.theme.theme_context",
                "scorekeeper.people.language.languages",
            ],
        },
    }
]

DATABASES: dict[str, dict[str, Any]] = {
    "default": database.settings_for(CHOICES.database, DATA_DIR / "scorekeeper.sqlite3", CHOICES.patience)
}

# for work on a copy of the database
DATABASE_ROUTERS = ["scorekeeper.core.db.router.Router"]

# Static files: names carry a hash of what is inside, so phones may keep them for ever.
STATIC_URL = "static/"
STATIC_ROOT = Path(CHOICES.static_root) if CHOICES.static_root else BASE_DIR / "build" / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# no application's own: htmx is our copy, and nothing else is sent to phones
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "scorekeeper.core.web.static_bundles.JoinedStaticFilesStorage"},
}

LANGUAGE_CODE = "en"
# each under its own name, so that it can be found by search
LANGUAGES = [("en", "English"), ("es", "Español"), ("de", "Deutsch"), ("fr", "Français")]
# Translations as people write them, and as Django reads them; `compiled` makes these of those.
CATALOGUES = BASE_DIR / "locale"
LOCALE_PATHS = [BASE_DIR / "build" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Sessions and cookies. Over plain http at home a phone would refuse Secure cookies and the __Host- prefix.
_PREFIX = "__Host-" if PRODUCTION else ""
SESSION_ENGINE = "scorekeeper.people.recognise"
AUTHENTICATION_BACKENDS = ["scorekeeper.people.recognise.PersonBackend"]
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
SESSION_COOKIE_NAME = f"{_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{_PREFIX}csrftoken"
LANGUAGE_COOKIE_NAME = f"{_PREFIX}language"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"

# Accounts. Whose page asked for a passkey is checked by ourselves, to the letter, http at localhost included.
MFA_ADAPTER = "scorekeeper.people.passkeys.Adapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_RATE_LIMITS = False  # its views are not used; `people.limits` counts, for all processes together

# Mail, where a server for it is named. It is sent during the request, so it may not take long.
MAIL = CHOICES.mail is not None
globals().update(CHOICES.mail or {})
EMAIL_TIMEOUT = 5
DEFAULT_FROM_EMAIL = CHOICES.mail_from

# What browsers are told to refuse.
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION
# Preloading binds a whole domain for good; that is for its owner to decide, not for us.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site has a use for our files
CONTENT_SECURITY_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "connect-src": "'self'",
    "img-src": "'self' data:",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}

# A form is small. The server refuses a larger body before Django sees it; these are the second fence.
BODY_LIMIT = 64 * 1024
# Files come in at one place only, and there no form field may be larger either.
FILE_LIMIT = 16 * 1024 * 1024
FILE_LIMITS = {"/import/": FILE_LIMIT}
FILE_UPLOAD_HANDLERS = [
    "scorekeeper.core.web.upload_handlers.BoundedUpload",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
DATA_UPLOAD_MAX_NUMBER_FILES = 50
DATA_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
FORMS_A_MINUTE = CHOICES.forms

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "scorekeeper.core.conf.log_formatting.LineFormatter"}},
    "filters": {
        "calm": {"()": "scorekeeper.core.conf.log_formatting.CalmFilter"},
        "short": {"()": "scorekeeper.core.conf.log_formatting.ShortFilter"},
        "trouble": {"()": "scorekeeper.core.web.database_errors.TroubleFilter"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["calm"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"filters": ["trouble"]},
        "django.security.DisallowedHost": {"filters": ["short"]},
        "scorekeeper": {"level": "INFO"},
    },
}
