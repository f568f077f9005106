/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 6edb7b93aa66fbf5ad3d6444b68dc7141a823295 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_lyo_serialize, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_lyo_unserialize, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_lyo_train_dictionary, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, samples, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, size, IS_LONG, 0, "16384")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_lyo_is_serialized, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_lyo_status, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Lyo_Exception_LyoException_getOffset, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Lyo_Exception_ClassNotAllowedException_getClasses arginfo_lyo_status


ZEND_FUNCTION(lyo_serialize);
ZEND_FUNCTION(lyo_unserialize);
ZEND_FUNCTION(lyo_train_dictionary);
ZEND_FUNCTION(lyo_is_serialized);
ZEND_FUNCTION(lyo_status);
ZEND_METHOD(Lyo_Exception_LyoException, getOffset);
ZEND_METHOD(Lyo_Exception_ClassNotAllowedException, getClasses);


static const zend_function_entry ext_functions[] = {
	ZEND_FE(lyo_serialize, arginfo_lyo_serialize)
	ZEND_FE(lyo_unserialize, arginfo_lyo_unserialize)
	ZEND_FE(lyo_train_dictionary, arginfo_lyo_train_dictionary)
	ZEND_FE(lyo_is_serialized, arginfo_lyo_is_serialized)
	ZEND_FE(lyo_status, arginfo_lyo_status)
	ZEND_FE_END
};


static const zend_function_entry class_Lyo_Exception_LyoException_methods[] = {
	ZEND_ME(Lyo_Exception_LyoException, getOffset, arginfo_class_Lyo_Exception_LyoException_getOffset, ZEND_ACC_PUBLIC|ZEND_ACC_FINAL)
	ZEND_FE_END
};


static const zend_function_entry class_Lyo_Exception_TruncatedException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Lyo_Exception_CorruptException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Lyo_Exception_UnsupportedVersionException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Lyo_Exception_LimitException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Lyo_Exception_ClassNotAllowedException_methods[] = {
	ZEND_ME(Lyo_Exception_ClassNotAllowedException, getClasses, arginfo_class_Lyo_Exception_ClassNotAllowedException_getClasses, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Lyo_Exception_ClassMismatchException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Lyo_Exception_SignatureException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Lyo_Exception_UnavailableException_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Lyo_Exception_UnknownFormatException_methods[] = {
	ZEND_FE_END
};

static void register_lyo_symbols(int module_number)
{


	zend_add_parameter_attribute(zend_hash_str_find_ptr(CG(function_table), "lyo_serialize", sizeof("lyo_serialize") - 1), 1, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	zend_add_parameter_attribute(zend_hash_str_find_ptr(CG(function_table), "lyo_unserialize", sizeof("lyo_unserialize") - 1), 1, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);
}

static zend_class_entry *register_class_Lyo_Exception_LyoException(zend_class_entry *class_entry_RuntimeException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Lyo\\Exception", "LyoException", class_Lyo_Exception_LyoException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	class_entry->ce_flags |= ZEND_ACC_ABSTRACT;

	zval property_offset_default_value;
	ZVAL_LONG(&property_offset_default_value, 0);
	zend_string *property_offset_name = zend_string_init("offset", sizeof("offset") - 1, 1);
	zend_declare_typed_property(class_entry, property_offset_name, &property_offset_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_offset_name);

	return class_entry;
}

static zend_class_entry *register_class_Lyo_Exception_TruncatedException(zend_class_entry *class_entry_Lyo_Exception_LyoException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Lyo\\Exception", "TruncatedException", class_Lyo_Exception_TruncatedException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Lyo_Exception_LyoException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}

static zend_class_entry *register_class_Lyo_Exception_CorruptException(zend_class_entry *class_entry_Lyo_Exception_LyoException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Lyo\\Exception", "CorruptException", class_Lyo_Exception_CorruptException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Lyo_Exception_LyoException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}

static zend_class_entry *register_class_Lyo_Exception_UnsupportedVersionException(zend_class_entry *class_entry_Lyo_Exception_LyoException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Lyo\\Exception", "UnsupportedVersionException", class_Lyo_Exception_UnsupportedVersionException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Lyo_Exception_LyoException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}

static zend_class_entry *register_class_Lyo_Exception_LimitException(zend_class_entry *class_entry_Lyo_Exception_LyoException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Lyo\\Exception", "LimitException", class_Lyo_Exception_LimitException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Lyo_Exception_LyoException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}

static zend_class_entry *register_class_Lyo_Exception_ClassNotAllowedException(zend_class_entry *class_entry_Lyo_Exception_LyoException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Lyo\\Exception", "ClassNotAllowedException", class_Lyo_Exception_ClassNotAllowedException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Lyo_Exception_LyoException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	zval property_classes_default_value;
	ZVAL_EMPTY_ARRAY(&property_classes_default_value);
	zend_string *property_classes_name = zend_string_init("classes", sizeof("classes") - 1, 1);
	zend_declare_typed_property(class_entry, property_classes_name, &property_classes_default_value, ZEND_ACC_PRIVATE, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ARRAY));
	zend_string_release(property_classes_name);

	return class_entry;
}

static zend_class_entry *register_class_Lyo_Exception_ClassMismatchException(zend_class_entry *class_entry_Lyo_Exception_LyoException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Lyo\\Exception", "ClassMismatchException", class_Lyo_Exception_ClassMismatchException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Lyo_Exception_LyoException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}

static zend_class_entry *register_class_Lyo_Exception_SignatureException(zend_class_entry *class_entry_Lyo_Exception_LyoException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Lyo\\Exception", "SignatureException", class_Lyo_Exception_SignatureException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Lyo_Exception_LyoException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}

static zend_class_entry *register_class_Lyo_Exception_UnavailableException(zend_class_entry *class_entry_Lyo_Exception_LyoException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Lyo\\Exception", "UnavailableException", class_Lyo_Exception_UnavailableException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Lyo_Exception_LyoException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}

static zend_class_entry *register_class_Lyo_Exception_UnknownFormatException(zend_class_entry *class_entry_Lyo_Exception_LyoException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Lyo\\Exception", "UnknownFormatException", class_Lyo_Exception_UnknownFormatException_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_Lyo_Exception_LyoException);
	class_entry->ce_flags |= ZEND_ACC_FINAL;

	return class_entry;
}
