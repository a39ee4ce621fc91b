"""Django's settings.

Nothing needs to be set at home; SCOREKEEPER_MODE=production chooses the rest. `environment` reads and checks the
environment variables, `home_mode` provides the defaults of home mode, and `database` the settings of the connection.
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
    # only its tables and its verification of passkeys; none of its URLs (docs/decisions/accounts.md)
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
]

MIDDLEWARE = [
    "scorekeeper.core.web.security_headers.SecurityHeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # Before the pages' headers: static files need only the short policy of the first middleware.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # After the static files, which are compressed beforehand. Why it is safe: docs/decisions/page-weight.md.
    "scorekeeper.core.web.middleware.CompressionMiddleware",
    "scorekeeper.core.web.middleware.PrivatePagesMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "scorekeeper.core.i18n.dates.ZoneMiddleware",
    # Before every middleware that refuses requests, so that refusals are translated.
    "scorekeeper.people.language.LanguageMiddleware",
    "scorekeeper.core.web.middleware.ReadableMiddleware",
    "django.middleware.common.CommonMiddleware",
    "scorekeeper.core.web.middleware.OwnFormsMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    # After the CSRF check, because forms of other sites could use up a person's attempts.
    "scorekeeper.people.throttle.ThrottleMiddleware",
    # After every refusal, so that only accepted requests count as slow.
    "scorekeeper.people.slow_requests.SlowRequestMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # allauth's passkeys get the request from this middleware
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

# for commands that use a copy of the database
DATABASE_ROUTERS = ["scorekeeper.core.db.router.Router"]

# Static files. Their names contain a hash of their content, so browsers may cache them for ever.
STATIC_URL = "static/"
STATIC_ROOT = Path(CHOICES.static_root) if CHOICES.static_root else BASE_DIR / "build" / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# no static files of other apps: htmx is a copy in this project, and nothing else is needed
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "scorekeeper.core.web.static_bundles.JoinedStaticFilesStorage"},
}

LANGUAGE_CODE = "en"
# each by its own name, for readers of that language
LANGUAGES = [("en", "English"), ("es", "Español"), ("de", "Deutsch"), ("fr", "Français")]
# Translations as written, and compiled for Django by `core.i18n.compiler`.
CATALOGUES = BASE_DIR / "locale"
LOCALE_PATHS = [BASE_DIR / "build" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Sessions and cookies. Over plain http at home a browser refuses Secure cookies and the __Host- prefix.
COOKIE_PREFIX = "__Host-" if PRODUCTION else ""
SESSION_ENGINE = "scorekeeper.people.recognise"
AUTHENTICATION_BACKENDS = ["scorekeeper.people.recognise.PersonBackend"]
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}language"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"

# Accounts. `people.passkeys` checks the origin of a passkey itself, exactly, including http at localhost.
MFA_ADAPTER = "scorekeeper.people.passkeys.Adapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_RATE_LIMITS = False  # its views are not used; `people.rate_limits` counts for all processes

# Mail, if a mail server is configured. It is sent during the request, so its time is limited.
MAIL = CHOICES.mail is not None
globals().update(CHOICES.mail or {})
EMAIL_TIMEOUT = 5
DEFAULT_FROM_EMAIL = CHOICES.mail_from

# Security headers.
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION
# Preloading binds a whole domain permanently, so its owner has to decide on it.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
WHITENOISE_ALLOW_ALL_ORIGINS = False  # other sites do not need the static files
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

# Forms are small. The server refuses a larger body before Django reads it; Django's own limits are a second check.
BODY_LIMIT = 64 * 1024
# Files are accepted at one path only; the limit applies to its form fields as well.
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
