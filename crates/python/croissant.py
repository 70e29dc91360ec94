"""Writes the Croissant description of the data set anew, with the digests that `pasang.dataset` checks.

The description says what the columns of positions and endings are: `pasang.data` reads them there.

    python crates/python/croissant.py FOLDER        # a folder that `pasang.data` wrote
"""

import hashlib
import json
import sys
from pathlib import Path

TYPES = {"integer": "sc:Integer", "number": "sc:Float", "string": "sc:Text", "boolean": "sc:Boolean"}
CONTEXT = {
    "@language": "en", "@vocab": "https://schema.org/", "arrayShape": "cr:arrayShape", "citeAs": "cr:citeAs",
    "column": "cr:column", "conformsTo": "dct:conformsTo", "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/", "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"}, "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"}, "extract": "cr:extract", "field": "cr:field",
    "fileObject": "cr:fileObject", "fileProperty": "cr:fileProperty", "fileSet": "cr:fileSet", "format": "cr:format",
    "includes": "cr:includes", "isArray": "cr:isArray", "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath", "key": "cr:key", "md5": "cr:md5", "parentField": "cr:parentField", "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/", "recordSet": "cr:recordSet", "references": "cr:references",
    "regex": "cr:regex", "repeated": "cr:repeated", "replace": "cr:replace", "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/", "separator": "cr:separator", "source": "cr:source", "subField": "cr:subField",
    "transform": "cr:transform", "equivalentProperty": "cr:equivalentProperty",
}


def main(folder):
    package = json.loads((folder / "datapackage.json").read_text())
    files, sets = [], []
    for it in package["resources"]:
        path = it["path"]
        digest = hashlib.sha256((folder / path).read_bytes()).hexdigest()
        files.append({
            "@type": "cr:FileObject", "@id": path, "name": path, "contentUrl": path, "encodingFormat": "text/csv",
            "sha256": digest, "description": it["description"],
        })
        sets.append({
            "@type": "cr:RecordSet", "@id": it["name"], "name": it["name"], "description": it["description"],
            "field": [
                {
                    "@type": "cr:Field", "@id": f"{it['name']}/{field['name']}", "name": field["name"],
                    "description": field["description"], "dataType": TYPES[field["type"]],
                    "source": {"fileObject": {"@id": path}, "extract": {"column": field["name"]}},
                }
                for field in it["schema"]["fields"]
            ],
        })
    described = {
        "@context": CONTEXT, "@type": "sc:Dataset", "name": "openings-2026",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "description": "Games of Pasang, the board game of Brunei: every pair of first columns of each known pattern, "
        "with positions and solved endings. Made from a seed by the program, byte for byte.",
        "license": "https://spdx.org/licenses/MIT.html", "version": "1.0.0", "datePublished": "2026-11-26",
        "citeAs": "pasang: the data set openings-2026",
        "distribution": files, "recordSet": sets,
    }
    kept = Path(__file__).parent / "python" / "pasang" / "datasets" / "openings-2026.json"
    kept.write_text(json.dumps(described, indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
